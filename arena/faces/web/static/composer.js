// Speaking: words to the table or to some, with claims and offers as lines of the notation.

import {byId, fill, h} from "./dom.js";
import {S, listed} from "./strings.js";

export class Composer {
  /** `send` posts a line and tells whether the table took it. */
  constructor(names, send, say) {
    this.names = names;
    this.send = send;
    this.notice = say;
    this.lines = [];
    this.waiting = [];
    this.now = null;
    this.others = names.seats.filter((seat) => seat !== names.me);
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    fill(byId("to"), this.others.map((seat) => h("label", {class: `pickseat ${names.tint(seat)}`}, h("input", {type: "checkbox", name: "to", value: seat, onchange: () => this.label()}), names.sign(seat), " ", seat)));
    fill(byId("claims"), S.claims(names.head, this.others[0]).map(([label, line]) => h("li", {}, h("button", {type: "button", onclick: () => this.add(line)}, label))));
    byId("offer").addEventListener("click", () => this.add(S.offerStart(this.others[0], names.head)));
    byId("whisper").addEventListener("change", () => this.label());
    this.label();
  }

  get to() {
    return [...byId("to").querySelectorAll(":checked")].map((box) => box.value);
  }

  label() {
    const {to} = this;
    const quietly = byId("whisper").checked;
    byId("words").placeholder = quietly ? `${S.toWhom} ${listed(to) || "…"}` : to.length ? `${S.whoIsMeant} ${listed(to)}` : S.toTable;
    byId("composer").classList.toggle("quiet", quietly);
  }

  /** Add a line of the notation, to be changed by hand before it is said. */
  add(line) {
    this.lines.push(line);
    this.show();
    for (const menu of document.querySelectorAll(".pick")) menu.removeAttribute("open");
    byId("lines").querySelector("li:last-child input")?.focus();
  }

  show() {
    fill(byId("lines"), this.lines.map((line, index) => h("li", {},
      h("input", {"value": line, "aria-label": line.startsWith("claim") ? S.claimLine : S.offerLine, "autocomplete": "off", "spellcheck": "false", "oninput": ({target}) => { this.lines[index] = target.value; }}),
      h("button", {"type": "button", "aria-label": S.drop, "onclick": () => { this.lines.splice(index, 1); this.show(); }}, "×"))));
  }

  /** Say what is written; what is written before one's turn waits for it. */
  async say() {
    const words = byId("words").value.trim();
    if (!words && !this.lines.length) return;
    const {to} = this;
    if (byId("whisper").checked && !to.length) {
      this.notice(S.toWhomFirst);
      return;
    }
    const head = byId("whisper").checked ? `whisper ${to.join(", ")}: ` : to.length ? `say to ${to.join(", ")}: ` : "say ";
    const message = [...(words ? [head + words] : []), ...this.lines];
    if (this.now?.task !== "speak") {
      this.waiting.push(message);
      this.clear();
      this.notice(S.queued(this.waiting.length));
      return;
    }
    if (await this.post(message)) this.clear();
  }

  /** Post a message line by line; what is refused stays to be changed. */
  async post(message) {
    for (const [index, line] of message.entries()) {
      if (await this.send(line)) continue;
      if (index > 0) byId("words").value = "";
      if (index > 0) this.lines = message.slice(index);
      this.show();
      return false;
    }
    if (this.now?.messages?.most === 1) await this.send("done");
    return true;
  }

  clear() {
    byId("words").value = "";
    this.lines = [];
    this.show();
  }

  /** Take what is asked now; what was written ahead is said as soon as one may talk. */
  async draw(now) {
    this.now = now;
    byId("say").disabled = false;
    fill(byId("say"), byId("whisper").checked ? S.whisper : S.say);
    if (now.task !== "speak" || !this.waiting.length || this.busy) return;
    this.busy = true;
    await this.post(this.waiting.shift());
    this.busy = false;
  }
}
