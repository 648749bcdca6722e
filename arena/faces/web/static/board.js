// The mall as one drawing: rooms, figures that walk, the dice on the screen. It draws what it is given.

import {svg} from "./dom.js";
import {figureOf, sprite} from "./sprites.js";
import {BAY, planOf} from "./plan.js";
import {lampsOf, sceneryOf} from "./scenery.js";
import {S, many} from "./strings.js";

const NARROW = 676;
const GROUND = 72;
const SCALE = 1.15;
const MOST_ZOMBIES = 4;

export class Mall {
  /** `root` is the SVG element; `picked` is called with `{room}` or `{seat, character, room}`. */
  constructor(root, names, picked = () => {}) {
    this.root = root;
    this.names = names;
    this.figures = new Map();
    this.drawn = new Map();
    this.marks = {};
    this.tall = null;
    root.addEventListener("click", ({target}) => {
      const figure = target.closest("[data-character]");
      const room = target.closest("[data-room]");
      if (figure) picked({seat: figure.dataset.seat, character: figure.dataset.character, room: Number(figure.dataset.in)});
      else if (room) picked({room: Number(room.dataset.room)});
    });
    this.observer = new ResizeObserver(([box]) => this.fit(box.contentRect.width));
    this.observer.observe(root.parentElement);
    this.fit(root.parentElement.clientWidth || innerWidth);
  }

  /** Take the plan that suits a width. */
  fit(width) {
    const tall = width > 0 && width < NARROW;
    if (tall === this.tall) return;
    this.tall = tall;
    this.plan = planOf(this.names.head.rooms, tall);
    this.build();
    if (this.board) this.draw(this.board, this.marks);
  }

  /** Make all that never changes on this plan. */
  build() {
    const {plan, names} = this;
    this.root.setAttribute("viewBox", `0 0 ${plan.size.join(" ")}`);
    this.root.dataset.plan = plan.tall ? "tall" : "wide";
    this.rooms = new Map();
    const rooms = names.head.rooms.map((room) => {
      const spot = plan.spots.get(room.number);
      const group = svg("g", {"data-room": room.number, "role": "img"},
        svg("rect", {class: "shell", width: spot.width, height: BAY.height, rx: 3}),
        lampsOf(spot), sceneryOf(room, spot), svg("g", {class: "live"}));
      place(group, spot.at);
      this.rooms.set(room.number, group);
      return group;
    });
    this.screen = svg("g", {class: "screen", role: "img"});
    place(this.screen, plan.screen);
    this.crowd = svg("g", {class: "figures"});
    this.figures.clear();
    this.drawn.clear();
    this.root.replaceChildren(...(plan.tall ? [] : [moon()]), roof(names.head, plan), this.screen, ...rooms, this.crowd);
  }

  /** Draw a board; `marks` says which rooms and figures can be chosen, which are, and whether there is a fight. */
  draw(board, marks = {}) {
    this.board = board;
    this.marks = marks;
    const going = destinations(board);
    for (const room of this.names.head.rooms) {
      const state = board.rooms[room.number];
      const look = [{...state, known: Boolean(board.dice?.open)}, going[room.number], marks.options?.includes(room.number), marks.chosen === room.number, board.at === room.number && (marks.fight ? "attacked" : "talked"), this.tall];
      const key = JSON.stringify(look);
      if (this.drawn.get(room.number) === key) continue;
      this.drawn.set(room.number, key);
      this.room(room, state, look);
    }
    this.people(board);
    this.dice(board);
  }

  room(room, state, [, goers, option, chosen, attacked]) {
    const {names} = this;
    const spot = this.plan.spots.get(room.number);
    const group = this.rooms.get(room.number);
    const word = S.verdict(state.verdict, state.eats);
    const danger = state.verdict === "breaks" || state.verdict === "eats";
    group.setAttribute("class", ["room", spot.lot && "lot", option && "option", chosen && "chosen", attacked, !state.figures.length && "unlit"].filter(Boolean).join(" "));
    group.setAttribute("aria-label", this.said(room, state, word, goers));
    const live = group.querySelector(".live");
    live.replaceChildren(...(state.closed ? shut(spot) : open(room, state, spot, word, danger)));
    live.append(
      svg("path", {class: "plate", d: "M0 0h34v32H0z"}), svg("text", {"class": "plate-no", "x": 17, "y": 24, "text": room.number}),
      svg("text", {class: "shop", x: 44, y: 23, text: room.name}), ...(goers ?? []).map((seat, i) => names.mark(seat, 44 + i * 20, 38, 14)),
      svg("rect", {class: "frame", x: 2, y: 2, width: spot.width - 4, height: BAY.height - 4, rx: 3}));
    const shop = live.querySelector(".shop");
    if (room.name.length * 12.4 > spot.width - 54) shop.setAttribute("textLength", spot.width - 54), shop.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }

  /** Say a room's whole state, for who does not see it. */
  said(room, state, word, goers) {
    const {names} = this;
    const name = names.place(room.number);
    if (state.closed) return `${name}: ${S.closed}`;
    const who = state.figures.map((each) => S.owns(each.seat, names.character(each.character).name) + (each.hidden ? `, ${S.hidden}` : ""));
    const parts = [who.join(", ") || S.nobody, many(state.zombies, names.head.attacker), room.parking ? S.noWalls : S.strength(state.strength), word];
    if (state.coming) parts.push(S.coming(state.coming, names.head.attacker));
    if (goers) parts.push(S.goHere(goers));
    return `${name}: ${parts.join("; ")}`;
  }

  /** Put every figure where it stands; those who were elsewhere walk. */
  people(board) {
    const seen = new Set();
    for (const room of this.names.head.rooms) {
      const spot = this.plan.spots.get(room.number);
      const {figures} = board.rooms[room.number];
      const at = slots(spot, room.capacity, figures.length);
      figures.forEach((each, i) => {
        const key = `${each.seat} ${each.character}`;
        seen.add(key);
        this.figure(key, each, room.number, spot.at[0] + at(i) - 3, spot.at[1] + GROUND);
      });
    }
    for (const [key, figure] of this.figures) {
      if (!seen.has(key)) { figure.remove(); this.figures.delete(key); }
    }
  }

  figure(key, each, number, x, y) {
    const {names} = this;
    let drawn = this.figures.get(key);
    if (!drawn) {
      const {id, x: ex, y: ey, size} = figureOf(each.character);
      const kind = names.character(each.character);
      drawn = svg("g", {"data-seat": each.seat, "data-character": each.character},
        svg("title", {text: S.figure(each.seat, kind)}), svg("ellipse", {class: "spot", cx: 22, cy: 80, rx: 21, ry: 6}),
        sprite(id, 0, 0, 44, 84), svg("text", {"class": "tag hidden-word", "x": 22, "y": -4, "text-anchor": "middle", "text": S.hidden}),
        names.mark(each.seat, ex - size / 2, ey - size / 2, size, {class: "emblem"}));
      this.figures.set(key, drawn);
      this.crowd.append(drawn);
    }
    drawn.dataset.in = number;
    const pick = this.marks.figures?.includes(each.character) && each.seat === names.me;
    drawn.setAttribute("class", ["seat-figure", names.tint(each.seat), each.seat === names.me && "yours", each.hidden && "hidden", pick && "pick", pick && this.marks.figure === each.character && "picked"].filter(Boolean).join(" "));
    drawn.style.transform = `translate(${x}px, ${y}px) scale(${SCALE})`;
  }

  dice(board) {
    const {head} = this.names;
    const dice = board.dice;
    const values = dice?.values ?? null;
    const how = !dice ? "none" : !values ? "closed" : dice.open ? "lifted" : "mine";
    const words = {none: S.noDice, closed: S.under(head.cover), lifted: S.isLifted(head.cover), mine: this.names.me ? S.youLooked : S.allSecrets}[how];
    const looked = dice && !dice.open ? dice.looked : [];
    this.screen.setAttribute("class", `screen ${how}`);
    this.screen.setAttribute("aria-label", [words + (values ? `: ${values.join(", ")}` : ""), looked.length ? S.looked(looked) : ""].filter(Boolean).join("; "));
    const parts = [svg("path", {class: "post", d: "M22 148v62M228 148v62"}), svg("rect", {class: "film", width: 250, height: 148, rx: 4}),
      svg("text", {class: "tag", x: 125, y: 32, text: words})];
    if (values) parts.push(...faces(values, how === "mine" ? 44 : 62));
    if (how === "closed") parts.push(svg("path", {class: "box", d: "M16 52h218v76H16z"}), ...blanks(dice.count));
    if (how === "mine") parts.push(svg("path", {class: "box", d: "M8 98h234v42H8z"}), svg("text", {class: "tag box-name", x: 125, y: 125, text: S.cover(head.cover)}));
    looked.forEach((seat, i) => parts.push(how === "mine" ? this.names.mark(seat, 18 + i * 20, 112, 14) : this.names.mark(seat, 125 - looked.length * 11 + i * 22, 130, 14)));
    const signs = [board.deck === null ? "" : S.deck(board.deck, head.card), board.cold_room ? S.coldRoom(board.cold_room) : ""].filter(Boolean);
    signs.forEach((text, i) => parts.push(svg("text", {class: "tag sign", x: 125, y: 172 + i * 22, text})));
    this.screen.replaceChildren(...parts);
  }

  /** Bring a room into sight, on pages that are higher than the window. */
  show(number) {
    this.rooms.get(number)?.scrollIntoView({block: "center"});
  }
}

function place(node, [x, y]) {
  node.style.transform = `translate(${x}px, ${y}px)`;
}

/** Return who is known to go where, before they are there. */
function destinations(board) {
  const found = {};
  for (const [seat, room] of Object.entries(board.destinations)) (found[room] ??= []).push(seat);
  return found;
}

/** Return a function that says where the n-th figure of a room stands. */
function slots(spot, capacity, taken) {
  const from = spot.lot ? 58 : 8;
  const most = spot.lot ? Math.max(4, taken) : Math.max(capacity ?? 4, taken);
  const step = Math.min(72, (spot.width - 68) / most);
  return (index) => from + index * step + (step - 44) / 2;
}

function shut(spot) {
  return [svg("rect", {class: "shutter", x: 1, y: 36, width: spot.width - 2, height: 175}),
    svg("text", {"class": "tag shut", "x": spot.width / 2, "y": 132, "text-anchor": "middle", "text": S.closed})];
}

function open(room, state, spot, word, danger) {
  const {width, lot} = spot;
  const at = slots(spot, room.capacity, state.figures.length);
  const parts = [svg("rect", {class: "foot", x: 1, y: 172, width: width - 2, height: 39})];
  if (!lot) {
    parts.push(svg("path", {class: "doorway", d: `M${width - 60} 171V66h54v105z`}));
    for (let i = 0; i < (room.capacity ?? 0); i++) parts.push(svg("ellipse", {class: "slot", cx: at(i) + 22, cy: 164, rx: 16, ry: 4}));
  }
  const zombies = Array.from({length: Math.min(state.zombies, MOST_ZOMBIES)}, (_, i) =>
    sprite("zombie", lot ? 2 + i * 9 : width - 56 + (i % 2) * 12 - (i > 1 ? 5 : 0), 84 - i * 6, 40, 82));
  parts.push(svg("g", {class: "zombie", transform: lot ? "translate(60 0) scale(-1 1)" : null}, zombies));
  parts.push(svg("text", {class: "count", x: 10, y: 198, text: room.capacity === null ? S.here(state.taken) : S.takenOf(state.taken, room.capacity)}));
  if (!lot) parts.push(sprite("shield", 76, 183, 18, 18, {class: "shield"}), svg("text", {class: "count", x: 99, y: 198, text: state.strength ?? 0}));
  const full = room.notches === null ? "" : `/${room.notches}`;
  const x = lot ? 84 : 124;
  parts.push(svg("g", {class: "zombie"}, sprite("skull", x, 183, 18, 18)), svg("text", {class: "count", x: x + 23, y: 198, text: state.zombies + full}),
    svg("text", {"class": `count ${danger ? "breach" : "quiet"}`, "x": width - 10, "y": 198, "text-anchor": "end", "text": lot && state.verdict !== "eats" ? S.noWalls : word}));
  if (state.coming) {
    parts.push(svg("g", {class: state.known ? "coming known" : "coming"}, svg("rect", {x: width - 78, y: 40, width: 72, height: 30, rx: 4}),
      sprite("skull", width - 70, 46, 18, 18), svg("text", {x: width - 28, y: 61, text: `+${state.coming}`})));
  }
  return parts;
}

function faces(values, top) {
  const step = Math.min(55, 222 / values.length);
  const size = Math.min(46, step - 6);
  const left = 125 - (step * values.length - (step - size)) / 2;
  return values.flatMap((value, i) => [
    svg("rect", {class: "die-face", x: left + i * step, y: top, width: size, height: size, rx: 7}),
    svg("text", {class: "die-no", x: left + i * step + size / 2, y: top + size / 2 + 8, text: value})]);
}

function blanks(count) {
  const step = Math.min(44, 200 / count);
  const left = 125 - (step * count - 8) / 2;
  return Array.from({length: count}, (_, i) => svg("rect", {class: "die-blank", x: left + i * step, y: 68, width: step - 8, height: step - 8, rx: 6}));
}

function moon() {
  return svg("g", {"class": "moon", "aria-hidden": "true"},
    svg("path", {class: "moonlight", d: "M222 14a20 20 0 1 0 20 30 17 17 0 0 1-20-30z"}),
    svg("path", {class: "moonlight", d: "M40 26h2v2h-2zM96 12h2v2h-2zM150 36h2v2h-2zM20 50h1.5v1.5H20zM182 20h1.5v1.5h-1.5z"}));
}

/** The sign over the mall: the game's name, without what stands in brackets. */
function roof(head, plan) {
  const text = head.title.replace(/\s*\(.*\)/, "").toUpperCase();
  const half = Math.min(239, text.length * 17.2 + 6);
  const group = svg("g", {"class": "roof", "aria-hidden": "true"},
    svg("path", {class: "tube", d: `M${375 - half} 30H4v30h750V30H${383 + half}`}),
    svg("text", {class: "title fx", x: 383, y: 44, text}));
  place(group, plan.roof);
  return group;
}
