// A vote: sealed envelopes while it goes on, ballots and a tally once it is open.

import {h} from "./dom.js";
import {icon} from "./sprites.js";
import {S} from "./strings.js";

/** Return the title of the vote that a board shows; empty where there is none. */
export function voteTitle(board, names) {
  const vote = board.votes ?? board.ballot;
  return vote ? (vote.number > 1 ? S.revote : "") + S.voteAt(vote.kind, names.place(vote.place)) : "";
}

/** Return the vote that a board shows, as elements; `opens` lets ballots open one after another. */
export function ballotsOf(board, names, {opens = false, busy = [], mine = null} = {}) {
  if (board.votes) return [row(board.votes, names, (seat) => opened(board.votes, seat, names), opens), tally(board.votes, names)];
  if (board.ballot) return [row(board.ballot, names, (seat) => closed(seat, busy, mine, names), false)];
  return [];
}

function row(vote, names, choice, opens) {
  const seats = Object.keys(vote.weights).filter((seat) => vote.weights[seat] > 0);
  return h("ul", {class: `ballots${opens ? " opens" : ""}`, "aria-label": S.ballots}, seats.map((seat, index) =>
    h("li", {class: `ballot ${names.tint(seat)}`, vars: {"--i": String(index)}}, names.named(seat), choice(seat), weight(vote.weights[seat], seat === names.me))));
}

function weight(votes, mine) {
  return h("span", {class: "weight"}, Array.from({length: votes}, () => h("i")), ` ${S.votes(votes)}${mine ? ", you" : ""}`);
}

function closed(seat, busy, mine, names) {
  if (busy.includes(seat) && seat !== names.me) return h("span", {class: "choice thinking"}, S.thinks);
  return icon("envelope", "envelope", S.sealed);
}

function opened(votes, seat, names) {
  const whom = votes.ballots[seat];
  return h("span", {class: `choice ${whom ? names.tint(whom) : ""}`}, whom ? [names.sign(whom), h("span", {}, whom)] : S.noBallot);
}

/** One block a vote, with the symbol of its giver. */
function tally(vote, names) {
  const order = Object.keys(vote.totals).filter((seat) => vote.totals[seat] > 0).sort((one, other) => vote.totals[other] - vote.totals[one]);
  const most = Math.max(6, ...Object.values(vote.totals));
  return h("div", {class: "tally"}, order.flatMap((seat) => {
    const from = Object.keys(vote.ballots).filter((voter) => vote.ballots[voter] === seat);
    const blocks = from.flatMap((voter) => Array.from({length: vote.weights[voter] ?? 1}, () =>
      h("span", {class: names.tint(voter), vars: {"--share": `${Math.min(15, 96 / most)}%`}}, names.sign(voter))));
    return [names.named(seat), h("span", {"class": "bar", "role": "img", "aria-label": S.tally(seat, vote.totals[seat], from)}, blocks), h("b", {}, vote.totals[seat])];
  }));
}
