// What is asked: a title, one line of consequence, options, and one filled button that repeats the choice.

import {byId, fill, h} from "./dom.js";
import {S} from "./strings.js";
import {ballotsOf} from "./ballots.js";
import {itemOf} from "./text.js";
import {PHONE} from "./views.js";

const CROWD = 9;
const PASS = "pass";
const SETS_UP = new Set(["place_character", "assign_start"]);
const BIDS = ["0", "1", "2", "3", "4"];

/** Lines of the notation as tags. */
function tags(lines) {
  return lines.length ? h("ul", {class: "claims"}, lines.map((line) => h("li", {}, line))) : null;
}

export class Asking {
  /** `send` posts a line for the question that is open; `chosen` is told when a choice changes, `rule` shows its rule. */
  constructor(root, names, send, chosen, rule) {
    this.root = root;
    this.onRule = rule;
    this.names = names;
    this.send = send;
    this.onChoice = chosen;
    this.now = null;
    this.choice = null;
    this.figure = null;
    this.typed = "";
    this.inner = byId("asked");
    this.inner.addEventListener("submit", (event) => {
      event.preventDefault();
      this.confirm();
    });
    root.addEventListener("change", ({target}) => target.name === "option" && this.choose(target.value));
    root.addEventListener("click", () => { this.typed = ""; });
  }

  /** Draw what is asked; a choice stands as long as the question does. */
  draw(now, board, since) {
    if (now.asked !== this.now?.asked) this.choice = this.figure = null, this.typed = "";
    this.now = now;
    this.board = board;
    this.since = since;
    this.sending = false;
    this.show();
  }

  show() {
    const {now} = this;
    const parts = {answer: () => this.answer(), speak: () => this.speak(), bid: () => this.bid()}[now.task]?.() ?? this.wait();
    const [title, lead] = this.title();
    const kept = document.activeElement?.name === "option" && this.root.contains(document.activeElement) ? document.activeElement.value : null;
    this.root.classList.toggle("asks", now.task !== null);
    this.root.dataset.asked = now.asked ?? "";
    this.root.dataset.task = now.task ?? "";
    fill(this.inner, h("fieldset", {}, h("h2", {id: "question"}, title), lead ? h("p", {class: "lead"}, lead) : null, parts));
    fill(byId("after"), now.task === "speak" ? [this.ending(), PHONE.matches ? null : this.lately()] : null);
    const heard = this.inner.querySelector(".heard");
    if (heard) heard.scrollTop = heard.scrollHeight;
    this.showParts();
    if (kept !== null) this.root.querySelector(`[name="option"][value="${CSS.escape(kept)}"]`)?.focus({preventScroll: true});
  }

  /** What stands over the question, and one line below it: the sentence that asks comes first. */
  title() {
    const {now} = this;
    if (now.away) return [S.away, S.awayLead];
    if (!now.asked && now.reading && !now.thinking.length) return [S.readOn, ""];
    if (!now.asked && this.board?.out.includes(this.names.me)) return [S.youAreOut, now.thinking.length ? now.title : S.outLead];
    const sentences = now.title.replace(/: `.*$/, ".").match(/[^.?!]+(?:[.?!](?!\s|$)[^.?!]*)*[.?!]?/g).map((each) => each.trim());
    const asks = sentences.find((each) => each.endsWith("?")) ?? sentences[0];
    return [asks, [...sentences.filter((each) => each !== asks), now.consequence ?? ""].join(" ").trim()];
  }

  // --- a question ---

  answer() {
    const tally = this.board?.votes ? ballotsOf(this.board, this.names)[1] : null;
    return [tally, this.seen(), this.options(), this.foot(), this.lately()];
  }

  /** What happened since the viewer answered last. */
  lately() {
    return this.since.length ? h("div", {class: "since"}, h("h3", {class: "label"}, S.lately), h("ul", {class: "lately"}, this.lines())) : null;
  }

  lines() {
    return this.since.map((line) => itemOf(line, this.names, null));
  }

  /** Dice that only the viewer saw, for pages on which the screen is out of sight. */
  seen() {
    const dice = this.board?.dice;
    if (!dice?.values || dice.open || !this.names.me) return null;
    return h("p", {class: "secret narrow"}, h("span", {class: "label"}, S.youSaw), " ", dice.values.map((value) => [h("span", {class: "die"}, value), " "]));
  }

  /** What the parts of a choice are called, where there are too many options for a list; else null. */
  parts() {
    const [first, ...rest] = this.now.options.filter((each) => each.id !== PASS);
    const parts = Object.keys(first?.args ?? {});
    return rest.length >= CROWD && parts.length > 1 && rest.every((each) => parts.every((part) => part in each.args)) ? parts : null;
  }

  /** A part of each option to choose from; the whole list can be opened. */
  composed(parts) {
    const {names, now} = this;
    const called = (value) => names.rooms.get(value)?.name ?? names.cards.get(value)?.name ?? names.characters.get(value)?.name ?? value;
    const values = (part) => [...new Set(now.options.map((each) => each.args[part]).filter((value) => value !== undefined))];
    const select = (part) => h("label", {class: "part"}, h("span", {class: "label"}, S.parts[part] ?? part),
      h("select", {"data-part": part, "onchange": () => this.compose(part)}, h("option", {value: ""}, S.unchosen), values(part).map((value) => h("option", {value}, called(value)))));
    return [h("div", {class: "parts"}, parts.map(select)), h("p", {class: "about fact"}), h("details", {}, h("summary", {}, S.allOptions(now.options.length)), this.list())];
  }

  /** Choose the option that has the part just chosen, and as many of the others as there can be. */
  compose(changed) {
    const selects = [...this.root.querySelectorAll("[data-part]")];
    const fits = (each, {dataset, value}) => String(each.args[dataset.part]) === value;
    const found = this.now.options.filter((each) => selects.some((select) => select.dataset.part === changed && fits(each, select)));
    found.sort((one, other) => selects.filter((each) => fits(other, each)).length - selects.filter((each) => fits(one, each)).length);
    if (found.length) this.choose(found[0].key);
  }

  options() {
    const parts = this.parts();
    return parts ? this.composed(parts) : [this.effects(), this.list()];
  }

  list() {
    const {now} = this;
    const rooms = now.by_room ? this.names.head.rooms.filter((room) => !now.options.some((each) => each.args.location === room.number)) : [];
    const shown = [...now.options.map((each) => this.option(each)), ...rooms.map((room) => this.impossible(room))];
    shown.sort((one, other) => Number(one.dataset.key || 99) - Number(other.dataset.key || 99));
    return h("div", {"class": `options${now.by_room ? " rooms" : ""}${now.options.length > CROWD ? " crowd" : ""}`, "role": "radiogroup", "aria-labelledby": "question"}, shown);
  }

  option(each) {
    const room = each.args.location ?? null;
    const whom = this.names.seats.find((seat) => Object.values(each.args).includes(seat));
    return h("label", {"data-key": each.key}, h("b", {}, each.key),
      h("span", {}, h("input", {class: "sr", type: "radio", name: "option", value: each.key, checked: this.choice === each.key}), this.now.by_room ? this.names.rooms.get(room)?.name ?? each.label : whom ? [this.names.sign(whom), " ", each.label] : each.label),
      h("small", {}, this.now.by_room ? this.about(room) : this.worth(each.args)));
  }

  /** What the card of an option does, or what its character is worth. */
  worth({card, character, location}) {
    if (card) return this.now.options.length < CROWD ? this.names.card(card).text : "";
    const points = character && !location ? this.names.character(character).points : null;
    return points === null ? "" : `${points}${S.points(points)}`;
  }

  /** What the cards do among which one chooses what to keep and what to give. */
  effects() {
    const cards = new Set(this.now.options.flatMap(({args}) => Object.entries(args).map(([part, value]) => part !== "card" && this.names.cards.get(value))).filter(Boolean));
    return cards.size ? h("p", {class: "effects fact"}, [...cards].map(({name, text}) => h("span", {}, h("b", {}, `${name}: `), text, " "))) : null;
  }

  impossible(room) {
    const closed = this.board?.rooms[room.number]?.closed;
    return h("label", {"data-key": room.number}, h("b", {}, room.number), h("span", {}, h("input", {class: "sr", type: "radio", name: "option", value: room.number, disabled: true}), room.name), h("small", {}, closed ? S.closed : ""));
  }

  /** What one wants to know of a room before going there. */
  about(number) {
    const state = this.board?.rooms[number];
    const room = this.names.rooms.get(number);
    if (!state || !room) return "";
    if (state.closed) return S.closed;
    const coming = state.coming ? S.stillComing(state.coming) : "";
    if (room.parking) return `${S.noWalls}, ${state.zombies} ${this.names.head.attacker[state.zombies === 1 ? 0 : 1]}`;
    const free = room.capacity - state.taken;
    return (free > 0 ? S.free(free) : state.coming ? S.fullOnly : S.full) + coming;
  }

  foot() {
    const {now} = this;
    const option = now.options.find((each) => each.key === this.choice);
    const hint = now.by_room ? S.clickRoom : !SETS_UP.has(now.kind) && now.options.some((each) => each.args.character) ? S.clickFigure : S.pressNumber;
    return h("div", {class: "row"}, h("button", {class: "go", disabled: !option || this.sending}, option ? this.words(option) : S.pickFirst),
      h("span", {class: "hint"}, hint), now.clause ? h("button", {type: "button", class: "rule", onclick: this.onRule}, h("kbd", {}, "R"), ` ${S.rule}`) : null);
  }

  words(option) {
    if (this.now.by_room && option.args.location) return S.confirm(this.now.kind, this.names.place(option.args.location));
    return S.confirm(option.id === PASS ? "" : this.now.kind, option.label);
  }

  // --- a turn to talk ---

  speak() {
    const {messages} = this.now;
    const count = messages.prepared.length;
    const board = this.board;
    return [
      board?.ballot ? ballotsOf(board, this.names, {busy: []}) : null,
      PHONE.matches ? h("ol", {"class": "heard", "tabindex": "0", "aria-label": S.lately}, this.lines()) : null,
      count ? h("ol", {class: "secret drafts"}, h("li", {class: "label"}, S.prepared(count, messages.most)), messages.prepared.map((text, at) => h("li", {class: "words"}, text, tags(messages.said?.[at] ?? [])))) : null];
  }

  /** What ends a turn to talk: it stands below the words. */
  ending() {
    const {messages, next} = this.now;
    const count = messages.prepared.length;
    return h("div", {class: "row"}, h("button", {"id": "done", "class": count ? "go" : null, "type": "button", "disabled": this.sending, "onclick": () => this.send("done")}, count ? S.sayAll(count) : S.silent),
      count ? h("button", {type: "button", onclick: () => this.send("undo")}, S.undo) : null, next ? h("span", {class: "hint"}, S.whatNext(next)) : null);
  }

  bid() {
    const options = BIDS.map((key) => h("label", {"data-key": key}, h("b", {}, key), h("span", {}, h("input", {class: "sr", type: "radio", name: "option", value: key, checked: this.choice === key}), S.bids[key])));
    return [h("div", {"class": "options", "role": "radiogroup", "aria-labelledby": "question"}, options),
      h("div", {class: "row"}, h("button", {class: "go", disabled: this.choice === null || this.sending}, this.choice === null ? S.pickFirst : S.bid(this.choice)))];
  }

  wait() {
    if (this.now.away) return h("div", {class: "row"}, h("button", {class: "go", type: "button", onclick: () => this.send("back")}, S.takeOver));
    const board = this.board;
    const shown = board ? ballotsOf(board, this.names, {opens: this.fresh, busy: this.now.thinking}) : [];
    const skip = PHONE.matches && this.now.reading && this.names.me;
    return [shown, skip ? h("div", {class: "row"}, h("button", {type: "button", onclick: () => this.send("skip")}, S.showAll)) : null, this.lately()];
  }

  // --- choosing ---

  /** Take a digit that is typed: keys of two digits are typed one after the other. */
  type(digit) {
    const keys = this.keys();
    const longer = this.typed + digit;
    this.typed = keys.some((key) => key.startsWith(longer)) ? longer : digit;
    if (!this.choose(this.typed)) return;
    this.root.querySelector(`[name="option"][value="${CSS.escape(this.choice)}"]`)?.focus({preventScroll: true});
  }

  /** What can be typed. */
  keys() {
    const {now} = this;
    return now?.task === "bid" ? BIDS : now?.task === "answer" ? now.options.map((each) => each.key) : [];
  }

  /** Choose by the key of an option; tell whether there is one. */
  choose(key) {
    const {now} = this;
    if (!this.keys().includes(key)) return false;
    this.choice = key;
    this.figure = now.options.find((each) => each.key === key)?.args.character ?? this.figure;
    const radio = this.root.querySelector(`[name="option"][value="${CSS.escape(key)}"]`);
    if (radio) radio.checked = true;
    this.showParts();
    const old = this.inner.querySelector(".row");
    if (now.task === "answer") old?.replaceWith(this.foot());
    else this.show();
    this.onChoice();
    return true;
  }

  /** Let the parts say what is chosen, and what its cards do. */
  showParts() {
    const args = this.now.options.find((each) => each.key === this.choice)?.args ?? {};
    for (const select of this.root.querySelectorAll("[data-part]")) select.value = args[select.dataset.part] ?? "";
    const texts = Object.values(args).map((value) => this.names.cards.get(value)).filter(Boolean);
    fill(this.root.querySelector(".about"), texts.map(({name, text}) => h("span", {}, h("b", {}, `${name}: `), text, " ")));
  }

  /** Choose by what was clicked on the board: a figure, a room, or one after the other. */
  pick({room, character, seat}) {
    const {now} = this;
    if (now?.task !== "answer") return;
    if (character) {
      const victim = now.options.find((each) => Object.values(each.args).includes(seat) && !each.args.character && !each.args.location);
      if (victim && this.choose(victim.key)) return;
      const mine = seat === this.names.me ? now.options.filter((each) => each.args.character === character) : [];
      if (mine.length === 1 && this.choose(mine[0].key)) return;
      if (mine.length) {
        this.figure = character;
        this.onChoice();
        return;
      }
    }
    const there = now.options.filter((each) => each.args.location === room);
    const both = there.filter((each) => !each.args.character || each.args.character === this.figure);
    const found = both.length === 1 ? both[0] : there.length === 1 ? there[0] : null;
    if (found) this.choose(found.key);
  }

  /** What the board should mark. */
  marks() {
    const {now} = this;
    if (now?.task !== "answer") return {};
    const chosen = now.options.find((each) => each.key === this.choice);
    const usable = now.options.filter((each) => each.args.location && (!this.figure || !each.args.character || each.args.character === this.figure));
    return {
      options: usable.map((each) => each.args.location), chosen: chosen?.args.location,
      figures: now.options.map((each) => each.args.character).filter(Boolean), figure: this.figure,
    };
  }

  /** Give the choice. */
  confirm() {
    if (this.choice === null || this.sending || !this.now?.asked) return;
    this.sending = true;
    this.root.querySelector(".go")?.setAttribute("disabled", "");
    this.send(this.choice).then((taken) => {
      if (taken) return;
      this.sending = false;
      this.root.querySelector(".go")?.removeAttribute("disabled");
    });
  }
}
