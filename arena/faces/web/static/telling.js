// Buttons over the talk of a replay: the talk itself, the rounds, the ties.

import {byId, fill, h} from "./dom.js";
import {drawRounds, markRounds, showRound} from "./rounds.js";
import {ROUNDS} from "./rounds_strings.js";
import {S} from "./strings.js";
import {drawTies} from "./ties.js";

const TALK = "log";
const VIEWS = {[TALK]: S.talk, rounds: ROUNDS.rounds, ties: ROUNDS.ties};

/** Offer what is told of a game beside its moments; where nothing is, the talk stands alone. */
export function drawTelling({rounds, ties}, names, go) {
  byId("tells").hidden = !rounds;
  byId("tells").setAttribute("aria-label", ROUNDS.tells);
  if (rounds) {
    drawRounds(byId("rounds"), rounds, names, go);
    drawTies(byId("ties"), ties, names);
    fill(byId("tells"), Object.entries(VIEWS).map(([view, title]) => h("button", {"type": "button", "data-tell": view, "onclick": () => tell(view)}, title)));
  }
  tell(rounds ? document.body.dataset.tell ?? TALK : TALK);
}

/** Tell which rows a moment is in. */
export function markTelling({round, record}) {
  markRounds(byId("rounds"), round, record);
}

function tell(chosen) {
  document.body.dataset.tell = chosen;
  for (const view of Object.keys(VIEWS)) byId(view).hidden = view !== chosen;
  for (const button of byId("tells").children) button.setAttribute("aria-pressed", button.dataset.tell === chosen);
  if (chosen === "rounds") showRound(byId(chosen));
}
