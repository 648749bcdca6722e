// A game told round by round, for who sees all secrets: each row leads to its moment.

import {fill, h} from "./dom.js";
import {S} from "./strings.js";
import {ROUNDS} from "./rounds_strings.js";

const GOOD = "good";
const BAD = "bad";
const OF_WORD = {kept: GOOD, broken: BAD};
const MARKS = {[GOOD]: "✓ ", [BAD]: "✕ "};

/** Draw all rounds; `go` is called with the record of what is chosen. */
export function drawRounds(root, rounds, names, go) {
  const row = (at, mark, ...said) => h("li", {}, at === null ? h("p", {class: "row-of"}, said) : h("button", {"type": "button", "class": `row-of ${mark}`, "data-record": at, "onclick": () => go(at)}, said));
  fill(root, rounds.map((each) => h("section", {"class": "told-round", "data-round": each.round, "aria-label": S.round(each.round)},
    h("h2", {class: "label"}, S.round(each.round)), partsOf(each, names, row).filter(([, rows]) => rows.length).map(([title, rows]) => [h("h3", {}, title), h("ul", {}, rows)]))));
}

/** Mark the rows of a record, and bring its round into view where it is another than before. */
export function markRounds(root, round, record) {
  for (const button of root.querySelectorAll("[data-record]")) button.classList.toggle("here", Number(button.dataset.record) === record);
  for (const section of root.querySelectorAll("[data-round]")) {
    const here = Number(section.dataset.round) === round;
    const isNew = here && section.getAttribute("aria-current") !== "true";
    section.setAttribute("aria-current", here);
    if (isNew) showRound(root);
  }
}

/** Bring the round of the moment into view. */
export function showRound(root) {
  const section = root.querySelector("[aria-current=true]");
  if (section) root.scrollTop = section.offsetTop - root.offsetTop;
}

function partsOf(round, names, row) {
  return [
    [ROUNDS.dice, [row(round.at, "", diceOf(round)), ...looksOf(round, names, row)]],
    [ROUNDS.reports, round.reports.map((each) => row(each.at, each.false ? BAD : GOOD, reportOf(each, names)))],
    [ROUNDS.ways, round.ways.map((each) => row(each.at ?? round.at, "", `${names.place(each.place)}: `, all(each.seats, names)))],
    [ROUNDS.eaten, round.eaten.map((each) => row(each.at, BAD, MARKS[BAD], names.named(each.seat), `’s ${each.character}, ${names.place(each.place)}`, each.by ? ` (${ROUNDS.how[each.by] ?? each.by})` : ""))],
    [ROUNDS.betrayed, round.betrayed.map((each) => row(each.at, BAD, names.named(each.seat), ROUNDS.votedAgainst, names.named(each.betrayed), `: ${ROUNDS.lostByIt(each.betrayed, each.lost)}`))],
    [S.ballots, round.votes.map((each) => row(each.at, "", ballotOf(each, names)))],
    [ROUNDS.promised, round.words.map((each) => row(each.at, OF_WORD[each.outcome] ?? "", wordOf(each, names)))],
  ];
}

function diceOf({dice}) {
  return dice.length ? dice.map((each) => [h("span", {class: "die"}, each), " "]) : ROUNDS.noRoll;
}

function looksOf({dice, looks}, names, row) {
  if (!looks.length) return dice.length ? [h("li", {class: "fact"}, ROUNDS.nobodyLooked)] : [];
  return looks.map(({at, seat, by}) => row(at, "", names.named(seat), ` ${ROUNDS.hasLooked} (${names.cards.get(by)?.name ?? by})`));
}

function reportOf(each, names) {
  const to = each.to.length ? [each.whisper ? S.whispers : S.toThem, all(each.to, names)] : ROUNDS.toAll;
  const known = ROUNDS.known[each.known];
  return [names.named(each.by), " ", to, ": ", h("b", {}, each.said), " ", h("em", {}, each.false ? ROUNDS.isFalse : ROUNDS.isTrue), known ? `, ${known}` : ""];
}

function ballotOf(each, names) {
  const cast = each.cast.map(({seat, target, votes}, at) => [at ? ", " : "", names.named(seat), `${ROUNDS.ballotVotes(votes)} ${ROUNDS.cast[each.kind]} `, names.named(target)]);
  const [one, ...others] = each.leaders;
  const again = [ROUNDS.tieAgain, ", ", each.chosen ? names.named(each.chosen) : S.nobody];
  const result = others.length ? (each.number > 1 ? again : ROUNDS.tie) : names.named(one);
  return [h("b", {}, each.number > 1 ? S.revote : null, S.voteAt(each.kind, names.place(each.place))), " ", cast, "; ", ROUNDS.result, result, "."];
}

function wordOf(each, names) {
  const mark = MARKS[OF_WORD[each.outcome]] ?? "";
  const [by, to] = [names.named(each.by), all(each.to, names)];
  const head = each.kind === "deal" ? [ROUNDS.deal(each.deal), by, ROUNDS.withWhom, to, ": "] : [by, ROUNDS.word[each.kind], to.length ? [to, " "] : null];
  return [head, each.said, " ", h("em", {}, mark, each.outcome)];
}

function all(seats, names) {
  return seats.map((seat, at) => [at ? ", " : "", names.named(seat)]);
}
