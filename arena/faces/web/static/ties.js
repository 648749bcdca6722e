// Who voted for and against whom: a seat a circle, an arrow each way, and the same in numbers.

import {fill, h, svg} from "./dom.js";
import {ROUNDS} from "./rounds_strings.js";

const SIZE = 260;
const REACH = 92; // the seats' distance from the middle
const NODE = 17; // the radius of a seat
const HEAD = 7; // the length of an arrow's head
const GAP = 5; // by how much an arrow keeps to the right, so that two don't hide each other
const WIDEST = 5;

/** Draw the ties. */
export function drawTies(root, ties, names) {
  const heads = [ROUNDS.voter, ROUNDS.about, ROUNDS.supported, ROUNDS.opposed];
  fill(root,
    h("h2", {class: "label"}, ROUNDS.counts), graphOf(ties, names), h("p", {class: "fact"}, ROUNDS.countsLead),
    h("div", {class: "wide-table", tabindex: "0"}, h("table", {class: "standings"}, h("thead", {}, h("tr", {}, heads.map((each) => h("th", {scope: "col"}, each)))),
      h("tbody", {}, ties.map((each) => h("tr", {}, h("th", {scope: "row"}, names.named(each.voter)), h("td", {}, names.named(each.target)),
        h("td", {class: "number"}, each.supported), h("td", {class: "number"}, each.opposed)))))));
}

const signOf = ({supported, opposed}) => Math.sign(supported - opposed);

function graphOf(ties, names) {
  const spots = new Map(names.seats.map((seat, at) => {
    const turn = (2 * Math.PI * at) / names.seats.length;
    return [seat, [SIZE / 2 + REACH * Math.sin(turn), SIZE / 2 - REACH * Math.cos(turn)]];
  }));
  const said = ties.filter(signOf).map((each) => ROUNDS.mostly(each, signOf(each) > 0));
  return svg("svg", {"class": "ties", "viewBox": `0 0 ${SIZE} ${SIZE}`, "role": "img", "aria-label": ROUNDS.graph(said)},
    ties.map((each) => arrow(each, spots.get(each.voter), spots.get(each.target))), names.seats.map((seat) => node(seat, spots.get(seat), names)));
}

function arrow(tie, [x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [u, v] = [(x2 - x1) / length, (y2 - y1) / length];
  const point = (x, y, along, aside) => [x + along * u - aside * v, y + along * v + aside * u];
  const from = point(x1, y1, NODE, GAP);
  const to = point(x2, y2, -NODE - HEAD, GAP);
  const tip = [[HEAD, 0], [0, 4.5], [0, -4.5]].map(([along, aside]) => point(...to, along, aside).map((each) => each.toFixed(1)).join(","));
  const width = Math.min(WIDEST, 1 + (tie.supported + tie.opposed) / 2);
  return svg("g", {class: {1: "for", "-1": "against", 0: "even"}[signOf(tie)]},
    svg("line", {"x1": from[0], "y1": from[1], "x2": to[0], "y2": to[1], "stroke-width": width}), svg("polygon", {points: tip.join(" ")}));
}

function node(seat, [x, y], names) {
  const below = y >= SIZE / 2 - 1 ? y + NODE + 15 : y - NODE - 6;
  return svg("g", {class: names.tint(seat)}, svg("circle", {cx: x, cy: y, r: NODE}), names.mark(seat, x - 10, y - 10, 20), svg("text", {x, y: below}, seat));
}
