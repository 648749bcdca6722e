// The head and the seats: round, phases, what each figure is worth, who thinks, points and cards.

import {fill, h} from "./dom.js";
import {figureOf, icon} from "./sprites.js";
import {S, many} from "./strings.js";

/** Draw the round and the phases. */
export function drawHead(root, names, frame, over) {
  fill(root.querySelector(".round"), over ? S.theEnd : S.round(frame?.round ?? 0));
  const phases = root.querySelector(".phases");
  phases.hidden = over;
  fill(phases, names.head.phases.filter((each) => each.id !== "setup").map((each) =>
    h("li", {"aria-current": each.id === frame?.phase ? "step" : null}, short(each.title))));
}

/** A phase's heading without its article, and without whose phase it is. */
function short(title) {
  return title.replace(/^The /i, "").replace(/ of .*$| arrive$/, "");
}

/** Draw what the characters are worth, and what lies at a seat. */
export function drawKey(root, names) {
  fill(root, keyOf(names));
}

function keyOf({head}, token = (name) => name) {
  const parts = head.characters.map((each) => sign(icon(figureOf(each.id).id), each.name, " ", h("b", {}, each.points),
    each.strength > 1 ? S.strengthOf(each.strength) : "", each.votes > 1 ? S.votesOf(each.votes) : ""));
  return [...parts, sign(icon("badge", "badge"), head.leader), head.token ? sign(icon("skull", "badge token"), token(head.token)) : null];
}

function sign(drawn, ...says) {
  return h("li", {}, drawn, h("span", {}, says));
}

/** Return all that is drawn on the board and at the seats, with what it means. */
export function signsOf(names, board) {
  const {head} = names;
  return h("ul", {class: "signs"}, keyOf(names, S.signs.token),
    sign(icon("shield", "sym s9"), S.signs.strength), sign(icon("skull", "sym zombie"), S.signs.attackers(head.attacker[1])),
    sign(h("b", {class: "secret"}, "+2"), S.signs.coming(head.attacker[1])), names.seats.length ? sign(names.sign(names.seats[0]), S.signs.goes(names.seats[0], head.cover)) : null,
    sign(icon("envelope", "sym s9"), S.signs.sealed), board?.cold_room ? sign(h("b", {}, S.coldRoom(board.cold_room)), S.signs.coldRoom) : null);
}

/** Draw the seats; `doing` says in a word what each does, `busy` who is waited for. */
export function drawSeats(root, names, board, doing, busy) {
  root.dataset.count = names.seats.length;
  fill(root, names.head.seats.map((seat) => one(seat, names, board, doing(seat.name), busy.includes(seat.name))));
}

function one({name, kind, model}, names, board, doing, busy) {
  const mine = name === names.me;
  const out = board.out.includes(name);
  const cards = board.sizes?.[name];
  const place = board.placements?.[name];
  const word = place ? (place === 1 ? S.winner : S.place(place)) : out ? S.out : busy ? (mine ? S.yourTurn : S.thinks) : doing ?? model ?? (kind ? S.kinds[kind] : "");
  return h("li", {class: `seat ${names.tint(name)} ${out ? "out" : ""} ${mine ? "mine" : ""}`}, names.sign(name),
    h("span", {class: "name"}, mine ? [name, h("span", {class: names.seats.length > 4 ? "sr" : null}, S.you)] : name),
    h("span", {class: "points"}, board.points[name] ?? 0, h("small", {class: "unit"}, S.points(board.points[name] ?? 0))),
    h("small", {class: "doing"}, board.chief === name ? icon("badge", "badge", names.head.leader) : null, board.victim === name ? icon("skull", "badge token", names.head.token) : null,
      " ", h("span", {class: busy && !mine ? "thinking" : null}, word),
      cards === undefined ? null : h("span", {class: "wide"}, `${word ? " · " : ""}${many(cards, names.head.card)}`)));
}
