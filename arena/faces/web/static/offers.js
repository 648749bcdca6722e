// Open offers, pinned above what one writes: those to answer, and one's own that others can answer.

import {fill, h} from "./dom.js";
import {S, listed} from "./strings.js";

/** Draw the offers; `send` posts a line, `counter` opens a counter-offer. */
export function drawOffers(root, names, promises, talking, send, counter) {
  const toAnswer = promises.filter((each) => each.answerable).map((each) => card(each, names, "answer", h("span", {}, S.offerTo(each.number), names.named(each.by)), talking, [
    h("button", {type: "button", class: talking ? "warm" : null, disabled: !talking, onclick: () => send(`accept ${each.number}`)}, S.accept),
    h("button", {type: "button", disabled: !talking, onclick: () => counter(each)}, S.counter),
    h("button", {type: "button", disabled: !talking, onclick: () => send(`decline ${each.number}`)}, S.decline)]));
  const own = promises.filter((each) => each.kind === "offer" && each.state === "waits").map((each) => card(each, names, "own", S.ownOffer(each.number, listed(each.to)), talking, [
    h("button", {type: "button", disabled: !talking, onclick: () => send(`withdraw ${each.number}`)}, S.withdraw)]));
  const drawn = JSON.stringify([talking, promises.map((each) => [each.number, each.answerable, each.state, each.to])]);
  if (root.dataset.drawn === drawn) return;
  root.dataset.drawn = drawn;
  fill(root, toAnswer, own);
}

function card(each, names, kind, title, talking, buttons) {
  return h("article", {"class": `deal ${kind} ${names.tint(each.by)}`, "aria-labelledby": `offer-${each.number}`},
    h("h3", {class: "label", id: `offer-${each.number}`}, title), h("p", {}, each.text),
    h("p", {class: "fact"}, talking ? S.noForce : kind === "own" ? S.withdrawWhenYouTalk : S.answerWhenYouTalk), h("div", {class: "row"}, buttons));
}
