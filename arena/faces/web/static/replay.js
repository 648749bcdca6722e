// The replay: one game with all its viewpoints, moment by moment.

import {byId, fill, h, writing} from "./dom.js";
import {S} from "./strings.js";
import {addSprites} from "./sprites.js";
import {Names} from "./names.js";
import {Mall} from "./board.js";
import {EATEN, Story} from "./story.js";
import {startTheme} from "./theme.js";
import {drawHead, drawKey, drawSeats} from "./seats.js";
import {ballotsOf, voteTitle} from "./ballots.js";
import {deathsOf, drawLedger, liesOf} from "./ledger.js";
import {drawStrip, markStrip} from "./strip.js";
import {itemOf, plain, untrue} from "./text.js";
import {callsOf} from "./calls.js";
import {drawTelling, markTelling} from "./telling.js";
import {PHONE, startViews} from "./views.js";
import {dress} from "./dress.js";

const WORDS_A_MINUTE = 240;
const SHORTEST = 700;
const SPEEDS = [0.5, 1, 2, 4, 8];

class Replay {
  constructor(game, kept, turn) {
    this.game = game;
    this.kept = kept;
    this.turn = turn;
    this.at = 0;
    this.timer = null;
    this.stories = new Map();
    this.log = byId("log");
  }

  start() {
    const asked = new URLSearchParams(location.hash.slice(1));
    fill(byId("view"), Object.keys(this.game.views).map((view) => h("option", {value: view}, S.seenAs(view))));
    byId("view").parentElement.hidden = Object.keys(this.game.views).length < 2;
    this.speed();
    this.look(asked.get("as"), this.moment(asked));
    this.listen();
  }

  /** The moment that an address asks for, by its own number or by that of a record of the log; null: none. */
  moment(asked) {
    if (asked.has("at") || !asked.has("record")) return asked.has("at") ? Number(asked.get("at")) : null;
    return this.ofRecord(Number(asked.get("record")));
  }

  /** The moment that came with a record of the log, or after it; null: none. */
  ofRecord(wanted) {
    const frames = this.game.views.all?.frames ?? [];
    return frames.find(({record}) => record >= wanted)?.at ?? null;
  }

  /** Go to a record, and show what happens there where only one view fits. */
  jump(record) {
    this.go(this.ofRecord(record) ?? this.now.last);
    if (PHONE.matches) this.turn("mall");
  }

  story(view) {
    if (!this.stories.has(view)) {
      const {head, frames} = this.game.views[view];
      const story = new Story(head);
      frames.forEach((frame) => story.take(frame));
      this.stories.set(view, story);
    }
    return this.stories.get(view);
  }

  /** Offer several paces. */
  speed() {
    fill(byId("speed"), SPEEDS.map((speed) => h("option", {value: speed, selected: speed === 1}, S.speed(speed))));
  }

  /** Take a viewpoint; the moment is one of its own, null: where the first round begins. */
  look(view, at) {
    this.view = view in this.game.views ? view : Object.keys(this.game.views)[0];
    byId("view").value = this.view;
    this.now = this.story(this.view);
    this.names = new Names(this.now.head);
    document.body.dataset.as = this.view;
    document.title = S.replay(this.now.head.title);
    fill(byId("about"), S.replay(this.now.head.title));
    this.mall?.observer.disconnect();
    this.mall = new Mall(byId("mall"), this.names);
    drawKey(byId("key"), this.names);
    drawStrip(byId("strip"), this.names, this.now.strip(), (end) => this.go(end));
    drawTelling(this.game.views[this.view], this.names, (record) => this.jump(record));
    this.write();
    byId("scrub").max = this.now.last;
    this.shown = -1;
    this.go(at ?? this.now.rounds.find(({round}) => round > 0)?.at ?? 0);
  }

  /** Write the whole log; moments to come are hidden until they are. */
  write() {
    this.items = this.now.frames.map((frame) => [
      ...frame.told.map((line) => itemOf(line, this.names, frame.at)), ...callsOf(frame, this.names)]);
    const all = this.items.flat();
    for (const item of all) item.hidden = true;
    fill(this.log, all);
  }

  /** Show a moment. */
  go(to) {
    const at = Math.max(0, Math.min(this.now.last, Number.isFinite(to) ? Math.round(to) : 0));
    const frame = this.now.frames[at];
    const board = this.now.board(at);
    const over = this.now.over(at);
    this.log.querySelectorAll(".here").forEach((item) => item.classList.remove("here"));
    for (let each = this.shown + 1; each <= at; each++) this.items[each].forEach((item) => { item.hidden = false; });
    for (let each = at + 1; each <= this.shown; each++) this.items[each].forEach((item) => { item.hidden = true; });
    this.items[at].forEach((item) => item.classList.add("here"));
    this.shown = this.at = at;
    const last = this.items[at].at(-1);
    if (last && this.log.clientHeight) this.log.scrollTop = last.offsetTop + last.offsetHeight - this.log.clientHeight + 8;
    if (board) this.draw(frame, board, over);
    byId("scrub").value = at;
    byId("scrub").setAttribute("aria-valuetext", `${S.round(frame.round)}, ${S.frameOf(at, this.now.last)}`);
    fill(byId("count"), S.frameOf(at, this.now.last));
    markStrip(byId("strip"), at);
    markTelling(frame);
    history.replaceState(null, "", `#${new URLSearchParams({...this.kept, at, as: this.view})}`);
  }

  draw(frame, board, over) {
    const {names} = this;
    drawHead(byId("head"), names, frame, over);
    drawSeats(byId("seats"), names, board, (seat) => (board.votes?.ballots[seat] ? S.voted(board.votes.ballots[seat]) : null), []);
    this.mall.draw(board, {fight: frame.phase === "attack"});
    const told = frame.told.filter((line) => line.as !== "round");
    const vote = ballotsOf(board, names);
    fill(byId("vote"), vote.length && !over ? [h("h2", {}, voteTitle(board, names)), vote] : h("h2", {}, this.headline(frame)));
    fill(byId("told"), told.map((line) => itemOf(line, names, frame.at)));
    drawLedger(byId("ledger"), names, this.now.promises[this.at], board, over);
    if (over) byId("ledger").prepend(...liesOf(this.now.untruths(), names), ...deathsOf(this.now.deaths(), names));
  }

  /** What stands over a moment: the heading of its phase. */
  headline(frame) {
    const line = frame.told.find((each) => each.as === "phase");
    return line ? plain(line) : this.names.head.phases.find((each) => each.id === frame.phase)?.title ?? S.round(frame.round);
  }

  /** The moment at which the phase, or the round, before or after this one begins. */
  next(starts, step) {
    return step > 0 ? starts.find((at) => at > this.at) ?? this.now.last : starts.findLast((at) => at < this.at) ?? 0;
  }

  /** The moments at which somebody is eaten, and those that say that somebody lied or broke their word. */
  dark() {
    return this.now.frames.filter((frame) => frame.type === EATEN || frame.told.some(untrue)).map(({at}) => at);
  }

  round(step) {
    this.go(this.next(this.now.rounds.map(({at}) => at), step));
  }

  phase(step) {
    this.go(this.next(this.now.phases, step));
  }

  /** Go on by itself, at the pace at which one reads. */
  play(on = this.timer === null) {
    clearTimeout(this.timer);
    this.timer = null;
    fill(byId("play"), on ? S.pause : S.play);
    byId("play").setAttribute("aria-pressed", on);
    if (!on) return;
    const words = this.now.frames[this.at].told.reduce((sum, line) => sum + plain(line).split(/\s+/).length, 0);
    this.timer = setTimeout(() => {
      if (this.at >= this.now.last) return this.play(false);
      this.go(this.at + 1);
      return this.play(true);
    }, (SHORTEST + (words * 60000) / WORDS_A_MINUTE) / Number(byId("speed").value));
  }

  listen() {
    const steps = {
      back: () => this.go(this.at - 1), forth: () => this.go(this.at + 1), phaseBack: () => this.phase(-1),
      phaseOn: () => this.phase(1), play: () => this.play(), darkOn: () => this.go(this.next(this.dark(), 1)),
    };
    for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);
    byId("scrub").addEventListener("input", ({target}) => this.go(Number(target.value)));
    byId("view").addEventListener("change", ({target}) => this.look(target.value, this.nearest(target.value)));
    this.log.addEventListener("click", ({target}) => {
      const item = target.closest("[data-at]");
      if (item && !target.closest("details")) this.go(Number(item.dataset.at));
    });
    addEventListener("hashchange", () => {
      const asked = new URLSearchParams(location.hash.slice(1));
      this.look(asked.get("as") ?? this.view, this.moment(asked) ?? 0);
    });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (writing(event)) return;
    const slider = event.target.matches("input");
    const keys = {
      "[": () => this.phase(-1), "]": () => this.phase(1), "x": () => this.go(this.next(this.dark(), 1)), "X": () => this.go(this.next(this.dark(), -1)), "PageUp": () => this.round(-1), "PageDown": () => this.round(1),
      "Home": () => this.go(0), "End": () => this.go(this.now.last),
    };
    if (!slider) Object.assign(keys, {ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1)});
    if (!event.target.closest("button, summary, input")) keys[" "] = () => this.play();
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** The moment of another viewpoint that is about as far: the same round and phase, as far into it. */
  nearest(view) {
    const here = this.now.frames[this.at];
    const alike = (frame) => frame.round === here.round && frame.phase === here.phase;
    const mine = this.now.frames.filter(alike);
    const theirs = this.story(view).frames.filter(alike);
    if (!theirs.length) return this.story(view).frames.findLast((frame) => frame.round <= here.round)?.at ?? 0;
    const share = mine.indexOf(here) / Math.max(1, mine.length - 1);
    return theirs[Math.round(share * (theirs.length - 1))].at;
  }
}

/** Begin to show a game; `kept` stands in the address beside the moment. */
export function startReplay(game, kept = {}) {
  dress();
  addSprites();
  startTheme(byId("theme"));
  const turn = startViews((name) => name === "talk" && (document.querySelector(".log").scrollTop = 1e6));
  new Replay(game, kept, turn).start();
}
