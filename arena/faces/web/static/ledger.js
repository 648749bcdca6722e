// Promises and cards: what is open, what became of the rest, and the hands that the viewer knows.

import {fill, h} from "./dom.js";
import {icon} from "./sprites.js";
import {S, listed} from "./strings.js";
import {spansOf} from "./text.js";

const SIGN = {open: "open", waits: "open", kept: "kept", true: "kept", broken: "broken", false: "broken", none: "none"};
const SETTLED = 5;

/** Draw the promises and the known hands. */
export function drawLedger(root, names, promises, board, whole) {
  const open = promises.filter((each) => each.state === "open" || each.state === "waits");
  const settled = promises.filter((each) => !open.includes(each)).reverse();
  fill(root,
    h("h2", {class: "label"}, S.openPromises),
    open.length ? list(open, names) : h("p", {class: "fact"}, S.nobodyPromised),
    board ? hands(names, board) : null,
    settled.length ? [h("h2", {class: "label"}, S.settledPromises), list(settled.slice(0, SETTLED), names), rest(settled, names, whole)] : null);
}

function rest(settled, names, whole) {
  if (settled.length <= SETTLED) return null;
  return h("details", {open: whole}, h("summary", {}, S.wholeLedger(settled.length)), list(settled.slice(SETTLED), names));
}

function list(promises, names) {
  return h("ul", {}, promises.map((each) => promise(each, names)));
}

function promise(each, names) {
  const head = each.number ? `${S.kindsOfPromise[each.kind] ?? ""} ${each.number}: ` : "";
  const word = each.broken_by?.length ? S.brokenBy(each.broken_by) : S.states[each.state] ?? "";
  const to = each.to.length && each.kind !== "deal" ? ` ${S.toThem}${listed(each.to)}` : "";
  const kind = SIGN[each.state] ?? "open";
  return h("li", {class: `promise ${kind}`}, icon(kind), h("span", {},
    each.kind === "report" || each.kind === "promise" || each.kind === "offer" ? [h("b", {class: `name ${names.tint(each.by)}`}, each.by), `${to}: `] : null, head, each.text, " ", h("em", {}, word)));
}

/** Return who lied when, as the reveal has it; nothing before. */
export function liesOf(untruths, names) {
  if (!untruths.length) return [];
  return [h("h2", {class: "label"}, S.whoLied), h("ul", {class: "lies"}, untruths.map(({by, text, dice, claimed, said, whispered_to: whom}) =>
    h("li", {class: `lie ${names.tint(by)}`}, names.sign(by), ` ${text}`,
      said ? h("blockquote", {}, whom ? h("span", {class: "to"}, S.whispered(listed(whom))) : null, `“${said}”`) : null,
      dice ? h("dl", {class: "versus"}, h("dt", {}, S.saidDice), h("dd", {}, claimed.join("; ")), h("dt", {}, S.sawDice), h("dd", {}, dice.map((value) => [h("span", {class: "die"}, value), " "]))) : null)))];
}

/** Return who was eaten, by round. */
export function deathsOf(deaths, names) {
  if (!deaths.length) return [];
  return [h("h2", {class: "label"}, S.whoWasEaten), h("ol", {class: "deaths"}, deaths.map(({round, line}) => h("li", {class: "fact"}, `${S.round(round)}: `, spansOf(line.spans, names))))];
}

function hands(names, board) {
  const known = Object.entries(board.hands);
  return known.map(([seat, cards]) => [h("h2", {class: "label"}, seat === names.me ? S.yourCards(names.head.card) : S.cardsOf(seat, names.head.card)),
    cards.length ? h("ul", {class: "hand"}, cards.map((id) => h("li", {}, h("details", {}, h("summary", {}, names.card(id).name), names.card(id).text)))) : h("p", {class: "fact"}, S.noCards)]);
}
