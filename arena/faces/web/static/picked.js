// A line that is picked: words with gaps, each a list to choose from. What can be picked the table says.

import {fill, h} from "./dom.js";
import {S} from "./strings.js";

const GAP = /\{(\w+)\}/;
const AS_OFFERED = "as offered";

/** A form with its gaps; `start` has for a slot what stands there at first, `named` says that it is named before. */
export class Picked {
  constructor(form, forms, start = {}, named = false) {
    this.form = form;
    this.says = form.says;
    const says = named ? form.says.slice(form.says.indexOf("{")) : form.says;
    this.gaps = new Map(form.slots.map((slot) => [slot.name, slot.terms ? new Terms(slot, forms, start[slot.name]) : new Choice(slot, start[slot.name])]));
    this.node = h("span", {class: "picked"}, says.split(GAP).map((piece, index) => (index % 2 ? this.gaps.get(piece).node : piece.trim() ? h("span", {}, piece) : null)));
  }

  /** The same in words, for who picks and says nothing beside it. */
  words() {
    return (this.form.spoken ?? this.says).replace(new RegExp(GAP, "g"), (_, name) => this.gaps.get(name).words()).replace(/ +/g, " ").replace(/ ([:,;])/g, "$1").trim();
  }

  /** The line, each gap filled. */
  line() {
    return this.form.line.replace(new RegExp(GAP, "g"), (_, name) => this.gaps.get(name).line()).replace(/ +/g, " ").trim();
  }
}

/** One of the options of a slot. */
class Choice {
  constructor(slot, start) {
    this.node = h("select", {"aria-label": slot.label, "title": slot.label}, slot.options.map(([value, label]) => h("option", {value, selected: value === start || label === start}, label)));
  }

  line() {
    return this.node.value;
  }

  /** What stands in words there; nothing where it is left out. */
  words() {
    return this.node.value ? this.node.selectedOptions[0].textContent : "";
  }
}

/** What one side of a deal does: a form, or several; or what was offered, as a counter-offer begins. */
class Terms {
  constructor(slot, forms, offered) {
    this.slot = slot;
    this.offered = offered;
    this.forms = forms.filter((form) => form.use === slot.terms);
    this.terms = [];
    this.node = h("span", {"class": "terms", "role": "group", "aria-label": slot.label});
    for (let at = 0; at < slot.most; at++) this.node.append(this.term(at));
  }

  /** One term: which form it has, and its gaps; all but the first may be left out. */
  term(at) {
    const term = {picked: null, raw: ""};
    this.terms.push(term);
    const first = at ? [["", S.andMore]] : this.offered ? [[AS_OFFERED, this.offered[1]]] : [];
    const options = [...first, ...this.forms.map((form) => [form.id, form.label])];
    const kind = h("select", {"aria-label": S.termOf(this.slot.label, at + 1)}, options.map(([value, label]) => h("option", {value}, label)));
    const rest = h("span", {class: "picked"});
    const take = () => {
      const form = this.forms.find((each) => each.id === kind.value);
      term.raw = kind.value === AS_OFFERED ? this.offered[0] : "";
      term.picked = form ? new Picked(form, [], {}, true) : null;
      fill(rest, term.picked?.node);
    };
    kind.addEventListener("change", take);
    take();
    return h("span", {class: "term"}, kind, rest);
  }

  line() {
    return this.terms.map((term) => term.picked?.line() ?? term.raw).filter(Boolean).join(" and ");
  }

  words() {
    return this.terms.map((term) => term.picked?.words() ?? (term.raw && this.offered[1])).filter(Boolean).join(" and ");
  }
}
