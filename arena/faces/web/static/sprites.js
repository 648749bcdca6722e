// What is drawn more than once: the symbols of seats, the figures, and small signs.
// Colour comes from `color`, or from `--seat`.

import {svg} from "./dom.js";

const BODY = {"fill": "var(--cloth, currentColor)", "stroke": "var(--hem, none)", "stroke-width": "2", "stroke-dasharray": "4 3"};
const STROKE = {"fill": "none", "stroke": "currentColor", "stroke-width": "2.6"};

const SEAT_SIGNS = [
  ["circle", {cx: 8, cy: 8, r: 6.6}],
  ["path", {d: "M2 2h12v12H2z"}],
  ["path", {d: "M8 1.2 15.4 14.4H.6z"}],
  ["path", {d: "m8 .4 7.2 7.6L8 15.6.8 8z"}],
  ["path", {d: "m8 .6 2.2 5 5.4.5-4.1 3.6 1.2 5.3L8 12.2 3.3 15l1.2-5.3L.4 6.1l5.4-.5z"}],
  ["path", {d: "M5.6 1h4.8v4.6H15v4.8h-4.6V15H5.6v-4.6H1V5.6h4.6z"}],
];

const SHAPES = {
  lady: ["0 0 44 84", [
    ["path", {...BODY, d: "M13 20c-4-8 0-18 9-18 8 0 12 7 10 13 2 3 3 7-1 8-2 .4-3-1-3-3-1 1.5-2 2.4-3 2.8v2.4c3 .8 5 2.8 5.5 6l.8 8.5-4 6.3L40 66c-5 3-10 4-13 4.2V80h-4V70.5h-2V80h-4v-9.8C14 70 9 69 4 66l12.7-20-4-6.3.8-8.5c.5-3.2 2.5-5.2 5.5-6v-2.4c-2-.8-3.6-2-6-2.8z"}],
    ["path", {d: "m27 6 5-4 1 4 4 1-5 3.5z", fill: "currentColor"}]]],
  strong: ["0 0 44 84", [
    ["path", {...BODY, d: "M15 15V8l3-4h8l3 4v7l-3 7h8c4 0 7 2 7.6 6L43 46l-6 4-5-14v16l1 28h-8l-2.5-22h-1L19 80h-8l1-28V36L7 50l-6-4 1.4-18c.6-4 3.6-6 7.6-6h8z"}]]],
  armed: ["0 0 44 84", [
    ["path", {...BODY, d: "M8 13.5c0-2 3-2.7 6-3L16 2c2-1 3-.2 6 .6C25-.2 26 1 28 2l2 8.5c3 .3 6 1 6 3 0 1.6-3 2.5-6.5 3L28 22l5 2c3 1 4 3 4.3 6L39 48h-6v22h-6v10h-4V70h-2v10h-4V70h-6V48H5l1.7-18c.3-3 1.3-5 4.3-6l5-2-1.5-5.5c-3.5-.5-6.5-1.4-6.5-3z"}],
    ["path", {d: "M1 52 30 29l3-.6 6-7.4 3 2.5-6 7L4 55z", "fill": "var(--on-seat)", "stroke": "currentColor", "stroke-width": "1.5"}]]],
  leader: ["0 0 44 84", [
    ["path", {...BODY, d: "M14 15c-1-7 2-12 8-12s9 5 8 12l-3 7 6 2c3 1 4 3 4.4 6L39 50h-6v30h-8l-2-24h-2l-2 24h-8V50H5l1.6-20c.4-3 1.4-5 4.4-6l6-2z"}],
    ["path", {d: "M12 9h20l-2-5c-2-3-14-3-16 0zM34 30l9-9-1 5-6 8z", fill: "currentColor"}]]],
  small: ["0 0 44 84", [
    ["path", {...BODY, d: "M13 39c-2-7 2-14 9-14s11 7 9 14c-.6 3-2 5-4 6.4v1.6c3 .6 4.6 2 5.4 5l2.6 14-5 1v13h-6v-9h-4v9h-6V67l-5-1 2.6-14c.8-3 2.4-4.4 5.4-5v-1.6c-2-1.4-3.4-3.4-5-6.4z"}],
    ["path", {d: "m13 30-8-5 1 9 6 2zm18 0 8-5-1 9-6 2z", fill: "currentColor"}]]],
  zombie: ["0 0 44 84", [
    ["path", {fill: "currentColor", d: "M15 14c-1-6 3-11 9-11s10 5 9 11c-.4 4-2 7-4.5 8.5C35 24 38 28 38 34v20l2 4-4 1 3 18 3 3h-9l-5-19-3 17 2 2h-9l3-24-1-16-13 2-3 3-2-4 4-3-2-2 15-7c-1-2-2-4-2-6-1-2-2-5-2-9z"}],
    ["path", {d: "M19.5 12.5h3M27 12.5h3M21 18.5l2-1 2 1.5 2-1.5", "stroke": "var(--zombie-ink)", "stroke-width": "2.4", "fill": "none"}]]],
  skull: ["0 0 16 16", [["path", {"fill": "currentColor", "fill-rule": "evenodd", "d": "M8 1c4 0 6.5 2.5 6.5 6 0 2-.8 3.3-2 4.2V15h-9v-3.8c-1.2-.9-2-2.2-2-4.2C1.5 3.5 4 1 8 1zM5.3 6a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 5.3 6zm5.4 0a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM8 9.5l-1 2h2z"}]]],
  shield: ["0 0 16 16", [["path", {fill: "currentColor", d: "M8 .8 14.5 3v5c0 3.5-2.5 6-6.5 7.4C4 14 1.5 11.5 1.5 8V3z"}]]],
  badge: ["0 0 16 16", [["path", {d: "m8 0 2 2.7 3.4-.4-.4 3.3L16 8l-3 2.3.4 3.4-3.4-.4L8 16l-2-2.7-3.4.4.4-3.4L0 8l3-2.4-.4-3.3 3.4.4z"}]]],
  envelope: ["0 0 66 46", [
    ["path", {"d": "M1 1h64v44H1z", "fill": "currentColor", "stroke": "var(--edge)", "stroke-width": "2"}],
    ["path", {"d": "m1 1 32 26L65 1", "fill": "none", "stroke": "var(--edge)", "stroke-width": "2"}],
    ["circle", {cx: 33, cy: 27, r: 9, fill: "var(--seat)"}]]],
  kept: ["0 0 16 16", [["path", {...STROKE, d: "m2 8.5 4 4L14 4"}]]],
  broken: ["0 0 16 16", [["path", {...STROKE, d: "m3 3 10 10M13 3 3 13"}]]],
  none: ["0 0 16 16", [["path", {...STROKE, d: "M3 8h10"}]]],
  open: ["0 0 16 16", [["circle", {...STROKE, cx: 8, cy: 8, r: 5.5}]]],
};

/** Character ids, to the figure that stands for them and where its emblem has room: x, y, size. */
const FIGURES = {
  pin_up: ["lady", 22, 57, 16], crybaby: ["lady", 22, 57, 16],
  tough_guy: ["strong", 22, 34, 17], protector: ["strong", 22, 34, 17],
  gunman: ["armed", 23, 61, 14], leader: ["leader", 22, 38, 15],
  little_girl: ["small", 22, 58, 13], klutz: ["small", 22, 58, 13],
};

/** Put all that is drawn more than once into the page, once. */
export function addSprites() {
  if (document.getElementById("sprites")) return;
  const symbol = (id, box, parts) => svg("symbol", {id, viewBox: box}, parts.map(([tag, attributes]) => svg(tag, attributes)));
  const lamp = svg("linearGradient", {id: "lamp", x2: 0, y2: 1},
    svg("stop", {"stop-color": "var(--lamp)", "stop-opacity": ".2"}),
    svg("stop", {"offset": 1, "stop-color": "var(--lamp)", "stop-opacity": 0}));
  const slats = svg("pattern", {id: "slats", width: 10, height: 12, patternUnits: "userSpaceOnUse"},
    svg("path", {d: "M0 0h10v12H0z", fill: "var(--room-low)"}),
    svg("path", {"d": "M0 11h10", "stroke": "var(--scenery)", "stroke-width": 2}));
  document.body.prepend(svg("svg", {"id": "sprites", "class": "sprites", "aria-hidden": "true"}, svg("defs", {},
    SEAT_SIGNS.map((part, index) => symbol(`sym-${index}`, "0 0 16 16", [part])),
    Object.entries(SHAPES).map(([id, [box, parts]]) => symbol(id, box, parts)), lamp, slats)));
}

/** Return a sprite at a place of an SVG drawing. */
export function sprite(id, x, y, width, height, more) {
  return svg("use", {href: `#${id}`, x, y, width, height, ...more});
}

/** Return a sprite that stands in a line of text. */
export function icon(id, name, label) {
  const about = label ? {"role": "img", "aria-label": label} : {"aria-hidden": "true"};
  return svg("svg", {class: name, ...about}, svg("use", {href: `#${id}`}));
}

/** Return the figure of a character: its sprite, and where an emblem of which size stands on it. */
export function figureOf(character) {
  const [id, x, y, size] = FIGURES[character] ?? FIGURES.tough_guy;
  return {id, x, y, size};
}
