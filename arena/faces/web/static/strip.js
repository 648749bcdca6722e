// A strip of film: a small board for each round, marked with who broke faith in it.

import {fill, h, svg} from "./dom.js";
import {planOf} from "./plan.js";
import {S} from "./strings.js";

/** Draw the strip; `go` is called with the moment at which the chosen round ends. */
export function drawStrip(root, names, rounds, go) {
  root.style.setProperty("--rounds", rounds.length);
  fill(root, rounds.map(({round, at, end, board, liars}) => h("li", {},
    h("button", {"type": "button", "data-from": at, "data-to": end, "aria-label": S.roundFrame(round, liars), "onclick": () => go(end)},
      small(board, names), h("span", {}, round || "·", liars.map((seat) => names.sign(seat)))))));
}

/** Mark the round that a moment belongs to. */
export function markStrip(root, at) {
  for (const button of root.querySelectorAll("button")) {
    const here = Number(button.dataset.from) <= at && at <= Number(button.dataset.to);
    if (here && button.getAttribute("aria-current") !== "true") {
      const item = button.parentElement;
      root.scrollTo({left: item.offsetLeft - root.offsetLeft - root.clientWidth / 2});
    }
    button.setAttribute("aria-current", here);
  }
}

function small(board, names) {
  const plan = planOf(names.head.rooms, false);
  return svg("svg", {"viewBox": `0 50 ${plan.size[0]} ${plan.size[1] - 46}`, "aria-hidden": "true"}, names.head.rooms.map((room) => {
    const spot = plan.spots.get(room.number);
    const [x, y] = spot.at;
    const {figures, zombies, closed} = board.rooms[room.number];
    return svg("g", {}, svg("rect", {class: closed ? "mini-shut" : spot.lot ? "mini-lot" : "mini", x, y, width: spot.width, height: 206}),
      figures.map((each, i) => names.mark(each.seat, x + 10 + (i % 4) * 58, y + 14 + Math.floor(i / 4) * 62, 52)),
      Array.from({length: Math.min(zombies, 8)}, (_, i) => svg("rect", {class: "mini-zombie", x: x + 12 + i * 29, y: y + 152, width: 20, height: 42})));
  }));
}
