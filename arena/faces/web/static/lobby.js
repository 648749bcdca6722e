// The lobby: who keeps the tables opens one, and gets a link for each person.

import {byId, fill, h} from "./dom.js";
import {LOBBY} from "./lobby_strings.js";
import {S} from "./strings.js";
import {addSprites, icon} from "./sprites.js";
import {remember, remembered, startTheme} from "./theme.js";
import {ask} from "./stream.js";
import {dress} from "./dress.js";

Object.assign(S, LOBBY);

const NAMES = ["Ana", "Bruno", "Clara", "Dmitri", "Esra", "Farid"];
const USUAL = 4;
const TALK = "simultaneous";
const EVERY = 4000;
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;
const OPENED = `opened ${location.pathname}`;

class Lobby {
  constructor(token, possible) {
    this.token = token;
    this.possible = possible;
    const {specs} = possible;
    this.specs = [...specs.people, ...specs.bots, ...specs.models];
    this.seats = NAMES.slice(0, USUAL).map((name, index) => ({name, spec: index ? specs.bots[0] : specs.people[0]}));
    byId("new").addEventListener("submit", (event) => {
      event.preventDefault();
      this.open();
    });
    byId("more").addEventListener("click", () => {
      const free = NAMES.find((name) => !this.seats.some((seat) => seat.name === name)) ?? `Seat ${this.seats.length + 1}`;
      this.seats.push({name: free, spec: specs.bots[0]});
      this.draw();
    });
    fill(byId("ruleset"), possible.rulesets.map((each) => h("option", {value: each.id}, each.title)));
    fill(byId("scenario"), h("option", {value: ""}, S.fromTheStart), possible.scenarios.map((each) => h("option", {value: each}, each)));
    fill(byId("protocol"), possible.talk.map((each) => h("option", {value: each, selected: each === TALK}, S.protocols[each] ?? each)));
    const seconds = possible.answer_seconds;
    Object.assign(byId("seconds"), {min: seconds.least, max: seconds.most, value: seconds.usual});
    byId("short").textContent = S.shortClock(seconds.in_windows);
    this.pace();
    byId("new").hidden = false;
    this.drawn = new Map();
    this.codes = new Map();
    this.opened = JSON.parse(remembered(OPENED) ?? "{}");
    this.draw();
    this.where();
    this.list();
    setInterval(() => document.hidden || this.look(), EVERY);
  }

  /** Let links lead where this page is, unless that is this computer only and others can be reached elsewhere. */
  where() {
    const here = new URL(".", location.href).href;
    const others = this.possible.roots.filter((root) => root !== here);
    const local = LOOPBACK.test(location.hostname);
    this.root = local && others.length ? others[0] : here;
    const chosen = ({target}) => {
      this.root = target.value;
      this.drawn.clear();
      this.list();
    };
    const roots = local ? [...others, here] : [here, ...others];
    byId("where").hidden = !local && !others.length;
    fill(byId("where"), local ? h("p", {class: "fact"}, others.length ? S.onlyHereAt(location.host) : S.onlyHere) : null,
      others.length ? h("label", {}, h("span", {}, S.leadTo), h("select", {id: "root", onchange: chosen}, roots.map((root) => h("option", {value: root}, root)))) : null);
  }

  /** How fast people read, where the table waits for it. */
  pace() {
    const words = this.possible.words_a_minute;
    byId("pace").parentElement.hidden = !words;
    if (words) fill(byId("pace"), words.offered.map((each) => h("option", {value: each.words, selected: each.words === words.usual}, each.words ? S.pace(each.name, each.words) : S.noPace)));
  }

  draw() {
    const {fewest, most} = this.possible.seats;
    fill(byId("seats"), this.seats.map((seat, index) => h("li", {class: `chair s${index}`}, icon(`sym-${index}`, "sym"),
      h("input", {"value": seat.name, "aria-label": S.name, "maxlength": 24, "required": true, "oninput": ({target}) => { seat.name = target.value.trim(); }}),
      h("select", {"aria-label": S.sitsAs(seat.name), "onchange": ({target}) => { seat.spec = target.value; }}, this.specs.map((spec) => h("option", {value: spec, selected: spec === seat.spec}, S.spec(spec)))),
      h("button", {"type": "button", "aria-label": S.drop1(seat.name), "disabled": this.seats.length <= fewest, "onclick": () => { this.seats.splice(index, 1); this.draw(); }}, "×"))));
    byId("more").disabled = this.seats.length >= most;
  }

  /** Open the table that was chosen, and show its links. */
  async open() {
    fill(byId("told"), S.opening);
    byId("begin").disabled = true;
    try {
      const table = await ask(this.token, "api/tables", {
        ruleset: byId("ruleset").value, seats: Object.fromEntries(this.seats.map(({name, spec}) => [name, spec])),
        scenario: byId("scenario").value || null, talk: byId("protocol").value, answer_seconds: Number(byId("seconds").value),
        ...(this.possible.words_a_minute ? {words_a_minute: Number(byId("pace").value)} : {}),
      });
      fill(byId("told"), S.begunAt(table.game));
      await this.list();
    } catch (error) {
      fill(byId("told"), error.message);
    }
    byId("begin").disabled = false;
  }

  /** Show all tables again where a link was opened, or one of them stands otherwise. */
  async look() {
    const now = JSON.stringify(await ask(this.token, "api/links").catch(() => this.seen));
    if (now !== JSON.stringify(this.seen)) await this.list();
  }

  /** Show all tables with their links, the newest first; what is the same is left as it is. */
  async list() {
    const tables = await ask(this.token, "api/tables").catch(() => null);
    if (!tables) return;
    this.seen = tables.map(({left, ...seen}) => seen);
    const shown = tables.reverse().map((table, index) => {
      const told = JSON.stringify([table, index === 0]);
      if (this.drawn.get(table.game)?.told !== told) this.drawn.set(table.game, {told, section: this.table(table, index === 0)});
      return this.drawn.get(table.game).section;
    });
    const now = [...byId("tables").querySelectorAll("section")];
    if (shown.length !== now.length || shown.some((section, index) => section !== now[index])) fill(byId("tables"), shown.length ? h("p", {}, S.sit) : null, shown);
  }

  table(table, newest) {
    return h("section", {class: "panel"}, h("h2", {class: "label"}, S.tableNamed(table.game, table.state)),
      table.stopped ? h("p", {class: "fact"}, table.stopped) : null,
      (table.left ?? []).map((sentence) => h("p", {class: "fact"}, sentence)),
      h("ul", {class: "links"}, Object.entries(table.links).map(([who, path]) => (path ? this.link(table.game, who, new URL(path, this.root).href, newest) : this.taken(table.game, who)))));
  }

  link(game, who, address, newest) {
    const copy = h("button", {type: "button", onclick: () => copied(address, copy)}, S.copy);
    const keep = () => this.keep(game, who, address);
    return h("li", {}, h("b", {}, S.link(who)), h("a", {href: address, target: "_blank", rel: "noopener noreferrer", onclick: keep, onauxclick: keep}, address), copy,
      who.startsWith("public") ? null : this.code(game, who, newest));
  }

  /** The QR code of a person's link, drawn when it is looked at. */
  code(game, who, open) {
    const place = h("div", {});
    const draw = async ({target}) => {
      if (!target.open || place.firstChild) return;
      const key = `${game} ${who} ${this.root}`;
      try {
        if (!this.codes.has(key)) this.codes.set(key, (await ask(this.token, "api/qr", {game, who, root: this.root})).image);
        fill(place, h("img", {src: this.codes.get(key), alt: S.qrOf(who)}));
      } catch (error) {
        fill(place, error.message);
      }
    };
    return h("details", {class: "code", open, ontoggle: draw}, h("summary", {}, S.qr), place);
  }

  /** In place of a link that was opened: who opened it here may open it again, and it can be renewed. */
  taken(game, who) {
    const own = this.opened[`${game} ${who}`];
    let sure = false;
    const renew = h("button", {"type": "button", "aria-label": S.renewOf(who), "onclick": () => {
      if (sure) this.renew(game, who);
      sure = true;
      fill(renew, S.renewSure);
      renew.removeAttribute("aria-label");
    }, "onblur": () => {
      sure = false;
      fill(renew, S.renew);
      renew.setAttribute("aria-label", S.renewOf(who));
    }}, S.renew);
    return h("li", {}, h("b", {}, S.link(who)), h("span", {class: "taken"}, S.taken, own ? [" · ", h("a", {href: own, target: "_blank", rel: "noopener noreferrer"}, S.openAgain)] : null), renew);
  }

  async renew(game, who) {
    try {
      await ask(this.token, "api/renew", {game, who});
      for (const key of this.codes.keys()) if (key.startsWith(`${game} ${who} `)) this.codes.delete(key);
      this.keep(game, who, null);
      fill(byId("told"), S.renewed(who));
      await this.list();
    } catch (error) {
      fill(byId("told"), error.message);
    }
  }

  /** Keep the link of a seat that is opened from here in this browser: the server shows it once. */
  keep(game, who, address) {
    this.opened[`${game} ${who}`] = address ?? undefined;
    remember(OPENED, JSON.stringify(this.opened));
  }
}

/** Copy a link; where a page is called over the network without TLS, browsers give it no clipboard. */
async function copied(address, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    const field = h("textarea", {readonly: true}, address);
    button.after(field);
    field.select();
    done = document.execCommand("copy");
    field.remove();
    button.focus();
  }
  fill(button, done ? S.copied : S.notCopied);
}

/** Begin with the host's token, which stands behind # of the address. */
async function openLobby() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) {
    fill(byId("told"), S.needHost);
    return;
  }
  try {
    new Lobby(token, await ask(token, "api/lobby"));
  } catch (error) {
    fill(byId("told"), error.status === 403 ? S.needHost : error.message);
  }
}

dress();
addSprites();
startTheme(byId("theme"));
addEventListener("hashchange", () => location.reload());
openLobby();
