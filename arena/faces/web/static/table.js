// The live table: what comes is drawn, what a person does is posted as a line.

import {byId, fill, h, writing} from "./dom.js";
import {S} from "./strings.js";
import {addSprites} from "./sprites.js";
import {Names, named, startNames} from "./names.js";
import {Mall} from "./board.js";
import {Story} from "./story.js";
import {startTheme} from "./theme.js";
import {PHONE, startViews} from "./views.js";
import {startHints} from "./hints.js";
import {drawHead, drawKey, drawSeats, signsOf} from "./seats.js";
import {deathsOf, drawLedger, liesOf} from "./ledger.js";
import {drawOffers} from "./offers.js";
import {drawStrip, markStrip} from "./strip.js";
import {itemOf, plain, tableOf} from "./text.js";
import {Asking} from "./question.js";
import {Composer} from "./composer.js";
import {Talk} from "./talk.js";
import {Clock} from "./clock.js";
import {Stream, ask, send} from "./stream.js";
import {dress} from "./dress.js";
import {startSheet} from "./sheet.js";

const NOTHING = {asked: null, task: null, kind: null, title: S.nothing, place: null, by_room: false, options: [], seconds_left: null, messages: null, thinking: []};
const SINCE = 8;
const SPEECHES = 4;
const LINES_KEPT = 200;
const NEWS = new Set(["fact", "verdict"]);
const SPOKEN = new Set(["speech", "whisper", "deal"]);
const RULES = "rules";

class Table {
  constructor(token, head) {
    this.token = token;
    this.names = new Names(head);
    this.story = new Story(head);
    this.now = NOTHING;
    this.looked = -1;
    this.back = null;
    this.wasAsked = null;
    this.noticed = 0;
    this.drawnVotes = "";
    this.queue = Promise.resolve();
    const {names} = this;
    document.body.dataset.seat = names.me ?? "public";
    fill(byId("about"), names.me ? S.youAre(head.title, names.me) : S.watching(head.title));
    drawKey(byId("key"), names);
    this.asking = new Asking(byId("ask"), names, (line) => (line === "done" ? this.composer.done() : this.post(line)), () => this.drawBoard(), () => this.rule(true));
    this.mall = new Mall(byId("mall"), names, (what) => this.asking.pick(what));
    this.talk = new Talk(byId("log"), names);
    this.clock = new Clock(byId("clock"));
    this.composer = names.me ? new Composer(names, (line, shown) => this.post(line, shown), (text) => this.say(text)) : null;
    for (const id of ["composer", "command"]) byId(id).hidden = !names.me;
    this.unfold = startSheet();
    this.view = startViews((name) => {
      this.close();
      if (name === "talk") this.talk.open(this.talk.tab);
    });
    this.listen();
  }

  start() {
    const stream = new Stream(this.token, {
      frame: (frame) => this.frame(frame), now: (now) => this.ask(now), notice: (notice) => this.notice(notice),
      over: () => { this.now = NOTHING; this.clock.set(null); this.soon(); }, state: (kind, text) => this.state(kind, text),
    });
    stream.run();
  }

  // --- what comes ---

  frame(frame) {
    if (!this.story.take(frame)) return;
    this.talk.add(frame);
    this.soon();
  }

  /** Tell what is no part of the game, once: a connection that begins again may repeat it. */
  notice({number, told}) {
    if (number < this.noticed) return;
    this.noticed = number + 1;
    this.talk.add({at: this.story.last, told});
    fill(byId("announce"), plain(told[0]));
  }

  ask(now) {
    this.now = now;
    this.clock.set(now.seconds_left);
    if (now.asked && now.asked !== this.wasAsked) {
      fill(byId("announce"), now.title);
      if (now.told) this.show(now.told);
      this.unfold();
    }
    byId("skip").hidden = !now.reading;
    byId("leave").hidden = !this.names.me || Boolean(now.away);
    if (!now.asked && this.wasAsked) this.looked = this.story.last;
    this.wasAsked = now.asked;
    this.composer?.draw(now);
    this.soon();
  }

  /** Draw once for all that has come together. */
  soon() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.draw();
    });
  }

  state(kind, text) {
    const bar = byId("state");
    bar.hidden = kind === "open";
    bar.dataset.kind = kind;
    fill(bar, text);
  }

  // --- drawing ---

  draw() {
    const {story, names, now} = this;
    const frame = story.frames.at(-1);
    const board = story.board(story.last);
    const over = story.over(story.last);
    if (!board || !frame) return;
    document.title = now.asked ? `${S.yourTurnTitle} ${names.head.title}` : names.head.title;
    document.body.dataset.over = over;
    const busy = now.asked && names.me ? [...now.thinking, names.me] : now.thinking;
    drawHead(byId("head"), names, frame, over);
    drawSeats(byId("seats"), names, board, (seat) => this.doing(seat, board), over ? [] : busy);
    drawLedger(byId("ledger"), names, story.promises[story.last] ?? [], board, false);
    if (names.me) drawOffers(byId("offers"), names, story.promises[story.last] ?? [], now.task === "speak", (line) => this.post(line), (offer) => this.composer.counter(offer));
    if (over && !now.asked) this.end();
    else {
      const votes = JSON.stringify(board.votes ?? "");
      this.asking.fresh = votes !== this.drawnVotes;
      this.drawnVotes = votes;
      this.asking.draw(now, board, this.since());
    }
    if (PHONE.matches && now.task === "speak") this.talk.read();
    this.composer?.place(PHONE.matches && now.task === "speak");
    this.composer?.hide(over || board.out.includes(names.me));
    if (this.composer) this.composer.dice = board.dice?.open ? null : board.dice?.values;
    this.drawBoard();
  }

  drawBoard() {
    const {story, now} = this;
    const board = story.board(this.back ?? story.last);
    if (!board) return;
    const marks = this.back === null && now.asked ? this.asking.marks() : {};
    this.mall.draw(board, {...marks, fight: story.frames.at(-1)?.phase === "attack"});
    if (now.asked && now.place && this.shownFor !== now.asked && PHONE.matches) this.mall.show(now.place);
    this.shownFor = now.asked;
  }

  doing(seat, board) {
    const voted = board.votes?.ballots[seat];
    if (voted) return S.voted(voted);
    if (board.ballot && board.ballot.weights[seat] && !this.now.thinking.includes(seat) && seat !== this.names.me) return S.sealed;
    return seat === this.names.me ? (this.now.asked ? S.yourTurn : S.youWait) : null;
  }

  /** What happened since the person answered last: the last few lines. Phones show no log beside it, so what was said too. */
  since() {
    const lines = this.story.frames.flatMap(({at, told}) => told.map((line) => ({line, isNew: this.looked >= 0 && at > this.looked})));
    const spoken = PHONE.matches ? lines.filter(({line}) => SPOKEN.has(line.as)) : [];
    const last = this.now.task === "speak" ? spoken.slice(-SPEECHES) : [];
    const news = lines.filter((each) => each.isNew && (NEWS.has(each.line.as) || spoken.includes(each))).slice(-SINCE);
    return lines.filter((each) => last.includes(each) || news.includes(each)).map(({line}) => line);
  }

  /** The end: standings, who kept faith, and the strip of all rounds. */
  end() {
    const {story, names} = this;
    const told = story.frames.filter((frame) => frame.type === "game_ended" || frame.reveal).flatMap((frame) => frame.told);
    byId("ledger").prepend(...liesOf(story.untruths(), names), ...deathsOf(story.deaths(), names));
    if (this.ended === story.last) return;
    this.ended = story.last;
    this.view("mall");
    if (PHONE.matches) scrollTo({top: 0});
    const standings = told.findIndex((line) => line.as === "table");
    const won = told.slice(standings).find((line) => line.as === "fact");
    byId("ask").classList.add("end");
    fill(byId("asked"), h("h2", {}, won ? plain(won) : S.theEnd), h("p", {class: "row"}, h("a", {class: "go", href: `replay#of=${this.token}`, target: "_blank", rel: "noopener"}, S.playBack)),
      told.filter((line) => line.as === "table").map((line) => tableOf(line.rows, names)), h("p", {class: "fact"}, S.faith));
    byId("strip").hidden = false;
    drawStrip(byId("strip"), names, story.strip(), (at) => {
      this.back = at;
      markStrip(byId("strip"), at);
      this.drawBoard();
    });
    markStrip(byId("strip"), story.last);
  }

  // --- what a person does ---

  /** Post a line, after those that were posted before, and show the answer if asked to, null: or whatever is shown now; tell whether it was done. */
  post(line, shown = false) {
    const asked = this.now.asked;
    const sent = this.queue.then(() => this.posted(line, asked, shown));
    this.queue = sent.catch(() => false);
    return this.queue;
  }

  async posted(line, asked, shown) {
    try {
      const {told} = await send(this.token, asked, line);
      if (shown !== null) this.show(shown ? told : [], shown === RULES ? RULES : "");
      return true;
    } catch (error) {
      this.say(error.status === 409 ? S.stale : error.message);
      return false;
    }
  }

  show(told, about = "") {
    const lines = told.slice(-LINES_KEPT).map((line) => itemOf(line, this.names, ""));
    const how = about === RULES ? [S.howToPlay(this.names.head).map(([title, text]) => h("p", {}, h("b", {}, `${title}. `), text)), signsOf(this.names, this.story.board(this.story.last)), lines.length ? h("details", {}, h("summary", {}, S.allRules), h("ol", {}, lines)) : null] : h("ol", {}, lines);
    fill(byId("output"), h("button", {"type": "button", "class": "drop", "aria-label": S.closeOutput, "onclick": () => this.close()}, "×"), how);
    byId("output").dataset.about = about;
    byId("output").hidden = !told.length && about !== RULES;
    byId("rules").setAttribute("aria-expanded", about === RULES);
    byId("output").scrollTop = 0;
  }

  close() {
    byId("output").hidden = true;
    byId("rules").setAttribute("aria-expanded", false);
  }

  /** Say something to the person, in one sentence. */
  say(text) {
    this.show([{as: "lost", spans: [[text]]}]);
  }

  listen() {
    byId("command").addEventListener("submit", async (event) => {
      event.preventDefault();
      const line = byId("line").value;
      byId("line").select();
      if (await this.post(line, true)) byId("line").value = "";
    });
    byId("rules").addEventListener("click", () => this.rule(false));
    byId("skip").addEventListener("click", () => this.post("skip"));
    byId("leave").addEventListener("click", () => this.leave());
    byId("leave").addEventListener("blur", () => this.stay());
    this.stay();
    PHONE.addEventListener("change", () => this.soon());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", ({target}) => byId("more").contains(target) || byId("more").removeAttribute("open"));
  }

  /** Leave after one more click: a house bot plays on. */
  leave() {
    if (!this.leaving) {
      this.leaving = true;
      fill(byId("leave"), S.leaveSure);
      return;
    }
    this.stay();
    this.post("leave", true);
  }

  stay() {
    this.leaving = false;
    fill(byId("leave"), S.leave);
  }

  /** Show the rule of the question, or all rules; once more closes them. */
  rule(one) {
    const {clause} = this.now;
    const output = byId("output");
    if (!output.hidden && output.dataset.about === (one ? "rule" : RULES)) {
      this.close();
      return;
    }
    if (one && clause) this.show([{as: "fact", spans: [[clause.id, "strong"], [` ${clause.text}`]]}], "rule");
    else (this.names.me ? this.post("rules", RULES) : Promise.resolve(this.show([], RULES))).then(() => output.focus({preventScroll: true}));
  }

  key(event) {
    if (event.key === "Escape") this.close(), byId("more").removeAttribute("open");
    if (writing(event)) return;
    const offer = (n) => () => byId("offers").querySelector(`.answer .row button:nth-child(${n})`)?.click();
    const keys = {
      "/": () => byId("line").focus(), "?": () => this.rule(false), "r": () => this.rule(true), "t": () => byId("words").focus(),
      "w": () => this.talk.open(this.talk.tab === "whisper" ? "table" : "whisper"), "l": () => byId("ledger").focus(),
      ".": () => byId("skip").hidden || this.post("skip"), "a": offer(1), "c": offer(2), "d": offer(3),
    };
    const plainKey = event.key.toLowerCase();
    if (/^\d$/.test(event.key)) this.asking.type(event.key);
    else if (event.key === "Enter" && this.now.task === "speak" && event.target === document.body) this.post("done");
    else if (event.key === "Enter" && !event.target.closest("button, summary, a, label")) this.asking.confirm();
    else if (keys[plainKey]) keys[plainKey]();
    else return;
    event.preventDefault();
  }
}

/** Begin with the token that stands behind # of the address. */
async function sitDown() {
  const bar = byId("state");
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token) {
    fill(bar, S.noToken);
    return;
  }
  fill(bar, S.joining);
  for (let wait = 1; ; wait = Math.min(20, wait * 2)) {
    try {
      const head = await ask(token, "api/head");
      bar.hidden = true;
      new Table(token, named(head)).start();
      startNames(byId("own"), head);
      startHints(head);
      return;
    } catch (error) {
      fill(bar, error.status === 403 ? S.gone : S.lostTable(wait));
      if (error.status === 403) return;
      await new Promise((resolve) => { setTimeout(resolve, wait * 1000); });
    }
  }
}

dress();
addSprites();
startTheme(byId("theme"));
addEventListener("hashchange", () => location.reload());
sitDown();
