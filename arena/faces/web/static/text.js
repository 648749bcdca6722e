// Lines of a game as elements: spans with their styles, tables, speeches, tags.

import {h} from "./dom.js";
import {S, listed} from "./strings.js";

/** Words of the judge after which a line is one of a false report or of a broken word. */
const UNTRUE = /^↳ (a lie|a bluff|.*\bbroke it|.* is broken|.*, not .* as announced$)/;

/** A number, a share such as `1 of 3`, or the dash that stands where there is none. */
const NUMBER = /^(-|\d[\d.]*( of \d+)?)$/;

/** Return spans as text and elements. */
export function spansOf(spans, names) {
  return spans.map(([text, style]) => {
    if (!style) return text;
    if (style.startsWith("seat:")) return seatOf(text, style.slice(5), names);
    const tag = style === "strong" ? "b" : "span";
    return h(tag, {class: style}, text);
  });
}

/** A seat's name in its colour, with its symbol drawn where one stands before it. */
function seatOf(text, seat, names) {
  return text === seat ? h("span", {class: `name ${names.tint(seat)}`}, text) : names.named(seat);
}

/** Return a line's words without their styles. */
export function plain(line) {
  return line.spans.map(([text]) => text).join("");
}

/** Tell whether a line says that somebody said what is false, or broke their word. */
export function untrue(line) {
  return line.as === "verdict" && UNTRUE.test(plain(line));
}

/** Return a table of a line. */
export function tableOf(rows, names) {
  const cell = (tag) => (spans, index) => h(tag, {scope: tag === "th" ? "col" : null, class: NUMBER.test(spans[0]?.[0]) ? "number" : null}, spansOf(spans, names));
  const [heads, ...body] = rows;
  return h("div", {class: "wide-table", tabindex: "0"}, h("table", {class: "standings"}, h("thead", {}, h("tr", {}, heads.map(cell("th")))),
    h("tbody", {}, body.map((row) => h("tr", {}, row.map(cell("td")))))));
}

/** Return a line as an item of the log. */
export function itemOf(line, names, at) {
  const indent = line.indent ? ` in${Math.min(line.indent, 3)}` : "";
  const base = {"data-at": at};
  switch (line.as) {
    case "round": return h("li", {...base, class: "mark round-mark"}, plain(line));
    case "phase": return h("li", {...base, class: "mark"}, spansOf(line.spans, names));
    case "speech": case "whisper": return speech(line, names, base);
    case "table": return h("li", {...base, class: "fact"}, tableOf(line.rows, names));
    default: {
      const kind = line.as === "verdict" ? (untrue(line) ? "verdict untrue" : "verdict") : line.as;
      return h("li", {...base, class: `fact ${kind}${indent}${line.private ? " private" : ""}`}, spansOf(line.spans, names));
    }
  }
}

function speech(line, names, base) {
  const mine = line.by === names.me;
  const hidden = line.as === "whisper" && !line.spans.length;
  const to = (line.to ?? []).map((seat) => (seat === names.me ? "you" : seat));
  if (hidden) return h("li", {...base, class: "fact"}, names.named(line.by), ` ${S.whispers}${listed(to)}.`);
  const whom = line.as === "whisper" ? S.whispers + listed(to) : to.length ? S.toThem + listed(to) : "";
  const claims = (line.claims ?? []).map(([said, ...known]) => [h("li", {}, said), known.map((each) => h("li", {class: "only"}, each))]);
  return h("li", {...base, class: `say ${line.as} ${names.tint(line.by)}`},
    names.named(line.by, mine ? S.youSaid : line.by), " ", h("span", {class: "to"}, whom),
    h("blockquote", {}, plain(line)), claims.length ? h("ul", {class: "claims"}, claims) : null);
}
