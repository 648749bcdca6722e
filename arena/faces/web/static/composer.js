// Speaking: words to the table or to some, with claims and offers that are picked from a menu.

import {byId, fill, h} from "./dom.js";
import {S, listed} from "./strings.js";
import {Picked} from "./picked.js";
import {menuOf} from "./menu.js";
import {remember, remembered} from "./theme.js";

const TAB = "sessionStorage";

export class Composer {
  /** `send` posts a line and tells whether the table took it; with null nothing is shown of that. */
  constructor(names, send, say) {
    this.names = names;
    this.send = send;
    this.notice = say;
    this.picked = [];
    this.dice = null;
    this.now = null;
    this.home = byId("composer").parentElement;
    this.forms = names.head.forms ?? [];
    this.others = names.seats.filter((seat) => seat !== names.me);
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    fill(byId("to"), this.others.map((seat) => h("label", {class: `chip ${names.tint(seat)}`}, h("input", {class: "sr", type: "checkbox", name: "to", value: seat, onchange: () => this.label()}), names.sign(seat), " ", seat)));
    const claims = this.forms.filter((form) => form.use === "claim");
    menuOf(byId("pick-claim"), byId("claims"), claims.map((form) => [form.label, () => this.pick(form, this.seen())]));
    byId("offer").addEventListener("click", () => this.pick(this.form("offer")));
    byId("whisper").addEventListener("change", () => this.label());
    this.kept = `words of ${names.me}`;
    this.write(remembered(this.kept, TAB) ?? "");
    byId("words").addEventListener("input", () => this.write(byId("words").value));
    this.label();
  }

  form(id) {
    return this.forms.find((form) => form.id === id);
  }

  get to() {
    return [...byId("to").querySelectorAll(":checked")].map((box) => box.value);
  }

  /** Let words stand in the box; a tab that is closed by its phone opens with them again. */
  write(words) {
    if (byId("words").value !== words) byId("words").value = words;
    remember(this.kept, words, TAB);
  }

  /** Say on the button who will hear it. */
  label() {
    const {to} = this;
    const quietly = byId("whisper").checked;
    byId("words").placeholder = quietly ? `${S.toWhom} ${listed(to) || "…"}` : to.length ? `${S.whoIsMeant} ${listed(to)}` : S.toTable;
    byId("composer").classList.toggle("quiet", quietly);
    fill(byId("say"), quietly ? S.whisper(listed(to)) : S.say);
  }

  /** Add a form whose gaps are filled with what is said. */
  pick(form, start) {
    const picked = new Picked(form, this.forms, start);
    const group = h("div", {"role": "group", "class": form.use === "offer" ? "pickrow offer" : "pickrow", "aria-label": form.label}, form.use === "offer" ? h("b", {class: "label"}, form.label) : null, picked.node,
      h("button", {"type": "button", "class": "drop", "aria-label": S.drop, "onclick": () => { this.drop(picked); byId("words").focus(); }}, "×"));
    this.picked.push({picked, group});
    byId("lines").append(group);
    group.querySelector("select")?.focus();
    group.scrollIntoView({block: "nearest"});
  }

  /** What a claim about the dice begins with: the dice that one has seen. */
  seen() {
    return Object.fromEntries((this.dice ?? []).map((value, index) => [`D${index + 1}`, String(value)]));
  }

  drop(picked) {
    this.picked = this.picked.filter((each) => each.picked !== picked || each.group.remove());
  }

  /** Begin a counter-offer with what was offered, seen from this side. */
  counter({number, by, counter}) {
    const form = this.form("offer");
    const answer = {...form, label: S.counterTo(number), line: form.line.replace("offer", `counter ${number}`)};
    this.pick(answer, {TO: by, MINE: counter?.gives, THEIRS: counter?.wants});
  }

  /** Say what is written, and tell whether it was taken; what is written before one's turn is kept for it. */
  async say() {
    const words = byId("words").value.trim();
    if (!words && !this.picked.length) return true;
    const {to} = this;
    if (byId("whisper").checked && !to.length) {
      this.notice(S.toWhomFirst);
      return false;
    }
    const head = byId("whisper").checked ? `whisper ${to.join(", ")}: ` : to.length ? `say to ${to.join(", ")}: ` : "say ";
    const lines = this.picked.map(({picked}) => picked.line());
    const spoken = this.picked.map(({picked}) => picked.words()).join("; ");
    const taken = await this.post([head + (words || `${spoken[0].toUpperCase()}${spoken.slice(1)}.`), ...lines]);
    if (taken) this.clear();
    return taken;
  }

  /** End one's turn; what still stands in the box goes with what is ready. */
  async done() {
    if (!this.now?.messages?.prepared.length || await this.say()) await this.send("done");
  }

  /** Post a message line by line; one that is not taken whole is taken back, and stays to be changed. */
  async post(message) {
    for (const [index, line] of message.entries()) {
      if (await this.send(line)) continue;
      if (index > 0) await this.send("undo", null);
      return false;
    }
    if (this.now?.messages?.most === 1) await this.send("done");
    else if (this.now?.task !== "speak") this.drawKept(byId("words").value.trim());
    return true;
  }

  clear() {
    this.write("");
    this.picked = [];
    fill(byId("lines"));
  }

  /** Take what is asked now, and show what is kept for the next turn. */
  draw(now) {
    this.now = now;
    const {ahead = []} = now;
    fill(byId("ahead"), ahead.length ? [h("b", {class: "label"}, S.ahead), h("ol", {}, ahead.map((text) => h("li", {class: "words"}, text))), h("button", {type: "button", onclick: () => this.send("undo")}, S.undo)] : null);
  }

  /** Show at once what was kept now; the table says it too, once all is read that it told before. */
  drawKept(text) {
    const {ahead = []} = this.now ?? {};
    if (text && !ahead.includes(text)) this.draw({...this.now, ahead: [...ahead, text]});
  }

  /** Stand with the question that asks for words, or else with all that is said; who writes there writes on. */
  place(asked) {
    const parts = [byId("offers"), byId("composer")];
    const parent = asked ? byId("ask") : this.home;
    if (parts[0].parentElement === parent) return;
    const active = document.activeElement;
    parent.append(...parts);
    if (asked) parent.append(byId("after"));
    if (parts.some((part) => part.contains(active))) active.focus({preventScroll: true});
  }

  /** Nobody talks any more whose characters are gone, unless they are asked to. */
  hide(out) {
    byId("composer").hidden = out && this.now?.task !== "speak";
  }
}
