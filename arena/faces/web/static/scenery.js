// What stands behind the figures: a drawing by the sense of a room's name, for each width of a bay.

import {svg} from "./dom.js";

const STALLS = "M18 150V52h46v98M72 150V52h46v98M126 150V52h46v98M56 100v8M110 100v8M164 100v8M4 152h182";
const CLOTHES = "M24 60h140M40 60v12l-12 10 4 48h24l4-48-12-10M92 60v12l-14 10 6 60h22l6-60-14-10M144 60v12l-12 10 4 40h24l4-40-12-10M12 152h168";
const TABLES = "M24 70h140M40 70v70l-12 8h40l-12-8V70M96 70v50h34V70";
const TOYS = "M14 92h166M14 128h166M34 70h22v22H34zM40 78h2M48 78h2M45 70v-8M80 79a12 12 0 1 0 24 0a12 12 0 1 0-24 0M80 79h24M128 92l14-28 14 28zM40 128l8-18h20v18M100 128v-16h30v16M115 112v-8M150 116h22v12h-22z";
const MONITORS = "M20 50h44v32H20zM72 50h44v32H72zM124 50h44v32h-44zM20 90h44v32H20zM72 90h44v32H72zM124 90h44v32h-44zM28 74l10-10 8 6 10-12M80 60h20M80 68h28M132 114l12-14 10 8 8-10M28 98h8v14M84 114v-12h10v12";
const LOBBY = "M20 150V50h60v100M80 150V50h60v100M50 50v100M110 50v100M26 66l18 24M86 66l18 24M140 150v-30h34v30M140 120h40M10 152h176";
const SHELVES = "M20 84h160M20 122h160M32 84V64h12v20M54 84V60h16v24M84 84V66h10v18M102 84V66h10v18M132 84l4-26h14l4 26M40 122v-18h24v18M84 122v-22h12v22M104 122v-22h12v22M150 122l6-20h18l6 20";
const LONG_SHELVES = "M20 84h380M20 122h380M32 84V64h12v20M54 84V60h16v24M84 84V66h10v18M102 84V66h10v18M132 84l4-26h14l4 26M176 84V62h26v22M222 84V68h10v16M238 84V68h10v16M270 84V58h14v26M300 84V64h30v20M350 84V66h10v18M370 84V66h10v18M40 122v-18h24v18M84 122v-22h12v22M104 122v-22h12v22M150 122l6-20h18l6 20M204 122v-16h36v16M262 122v-20h10v20M280 122v-20h10v20M318 122v-24h16v24M352 122v-14h40v14";

const KINDS = [
  [/restroom|toilet/i, STALLS], [/cachou|cloth|boutique|fashion/i, CLOTHES], [/restaurant|caf/i, TABLES],
  [/toy/i, TOYS], [/security|monitor/i, MONITORS], [/lobby|hall/i, LOBBY], [/supermarket|shop|store/i, SHELVES],
];

/** Draw what stands in a room. */
export function sceneryOf(room, spot) {
  const group = svg("g", {"class": "scenery", "aria-hidden": "true"});
  if (spot.lot) group.append(...truck());
  else {
    const d = KINDS.find(([name]) => name.test(room.english ?? room.name))?.[1] ?? SHELVES;
    if (spot.width < 300) group.append(svg("path", {d}));
    else if (d === SHELVES) group.append(svg("path", {d: LONG_SHELVES}));
    else group.append(svg("path", {d}), svg("path", {d, transform: "translate(212 0)"}));
  }
  return group;
}

function truck() {
  return [
    svg("path", {d: "M84 168l10-40M134 168l10-40M184 168l10-40"}),
    svg("path", {class: "full", d: "M98 62h92v54H98zM194 78h24l16 20v18h-40z"}),
    svg("path", {class: "seam", d: "M144 66v46"}),
    svg("circle", {cx: 120, cy: 118, r: 8}), svg("circle", {cx: 214, cy: 118, r: 8}),
  ];
}

/** Draw the lamps of a room. */
export function lampsOf(spot) {
  const lamps = spot.lot ? "" : spot.width < 300 ? "M84 34h22l60 138H24z" : "M98 34h34l72 138H26zM308 34h34l72 138H236z";
  return lamps ? svg("path", {class: "light", d: lamps}) : null;
}
