// Offers that the viewer can answer, pinned above what one writes.

import {fill, h} from "./dom.js";
import {S} from "./strings.js";

/** Draw the offers; `send` posts a line, `counter` opens a counter-offer. */
export function drawOffers(root, names, promises, talking, send, counter) {
  const open = promises.filter((each) => each.answerable);
  fill(root, open.map((each) => h("article", {"class": `deal ${names.tint(each.by)}`, "aria-labelledby": `offer-${each.number}`},
    h("h3", {class: "label", id: `offer-${each.number}`}, S.offerTo(each.number)[0], names.named(each.by)),
    h("p", {}, each.text), h("p", {class: "fact"}, talking ? S.noForce : S.answerWhenYouTalk),
    h("div", {class: "row"},
      h("button", {type: "button", class: talking ? "warm" : null, disabled: !talking, onclick: () => send(`accept ${each.number}`)}, S.accept),
      h("button", {type: "button", disabled: !talking, onclick: () => counter(S.counterStart(each.number, each.by))}, S.counter),
      h("button", {type: "button", disabled: !talking, onclick: () => send(`decline ${each.number}`)}, S.decline)))));
}
