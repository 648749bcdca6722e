// What models were asked and answered at a moment: notes, reasoning and cost, in a replay with all secrets.

import {h} from "./dom.js";
import {S} from "./strings.js";

const TEXTS = [["reasoning", S.reasoning], ["note", S.notes], ["text", S.answered], ["answer", S.answered], ["fault", S.fault]];

/** Return the calls of a frame as items of the log. */
export function callsOf(frame, names) {
  return (frame.calls ?? []).map((call) => h("li", {"class": "call", "data-at": frame.at}, h("details", {},
    h("summary", {}, call.seat ? names.named(call.seat) : "", " ", S.thought, h("span", {class: "cost"}, cost(call))),
    TEXTS.filter(([key]) => call[key]).map(([key, title]) => [h("h4", {class: "label"}, title), h("p", {class: "words"}, words(call[key]))]))));
}

function words(value) {
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}

function cost(call) {
  const money = typeof call.cost === "number" ? S.dollars(call.cost) : "";
  const tokens = typeof call.tokens === "number" ? S.tokens(call.tokens) : "";
  return [" ", S.costs(money, tokens)];
}
