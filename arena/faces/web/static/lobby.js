// The lobby: who keeps the tables opens one, and gets a link for each person.

import {byId, fill, h} from "./dom.js";
import {S} from "./strings.js";
import {addSprites, icon} from "./sprites.js";
import {startTheme} from "./theme.js";
import {ask} from "./stream.js";
import {dress} from "./dress.js";

const NAMES = ["Ana", "Bruno", "Clara", "Dmitri", "Esra", "Farid"];
const USUAL = 4;
const TALK = "simultaneous";

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
    this.pace();
    byId("new").hidden = false;
    this.draw();
    this.list();
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

  /** Show all tables with their links, the newest first. */
  async list() {
    const tables = await ask(this.token, "api/tables").catch(() => []);
    fill(byId("tables"), tables.length ? h("p", {}, S.sit) : null, tables.reverse().map((table) => h("section", {class: "panel"}, h("h2", {class: "label"}, S.tableNamed(table.game, table.state)),
      table.stopped ? h("p", {class: "fact"}, table.stopped) : null,
      (table.left ?? []).map((sentence) => h("p", {class: "fact"}, sentence)),
      h("ul", {class: "links"}, Object.entries(table.links).map(([who, path]) => this.link(who, new URL(path, location.href).href))))));
  }

  link(who, address) {
    const copy = h("button", {type: "button", onclick: () => navigator.clipboard.writeText(address).then(() => fill(copy, S.copied))}, S.copy);
    return h("li", {}, h("b", {}, S.link(who)), h("a", {href: address, target: "_blank", rel: "noopener noreferrer"}, address), copy);
  }
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
