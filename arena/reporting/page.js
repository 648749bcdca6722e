// Sorts tables by a click or a key, opens what a link leads into, and prints what is folded.
(() => {
  "use strict";
  const keyOf = (row, column) => {
    const cell = row.cells[column];
    return {by: cell.dataset.by === undefined ? null : Number(cell.dataset.by), text: cell.textContent.trim()};
  };

  /** Compare two keys: numbers by value, what has none behind all that do, words by the alphabet. */
  const compare = (one, other, numeric, sign) => {
    if (!numeric) return sign * one.text.localeCompare(other.text, "en", {numeric: true});
    if (one.by === null || other.by === null) return (one.by === null) - (other.by === null);
    return sign * (one.by - other.by);
  };

  const sort = (table, column) => {
    const head = table.tHead.rows[0].cells[column];
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({row, key: keyOf(row, column)}));
    const numeric = rows.some(({key}) => key.by !== null);
    const first = numeric ? "descending" : "ascending";
    const next = {ascending: "descending", descending: "ascending"}[head.getAttribute("aria-sort")] ?? first;
    for (const each of table.tHead.rows[0].cells) each.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", next);
    rows.sort((one, other) => compare(one.key, other.key, numeric, next === "ascending" ? 1 : -1));
    body.append(...rows.map(({row}) => row));
  };

  for (const table of document.querySelectorAll(".sort table")) {
    [...table.tHead.rows[0].cells].forEach((cell, column) => {
      if (!cell.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...cell.childNodes);
      button.addEventListener("click", () => sort(table, column));
      cell.append(button);
      cell.setAttribute("aria-sort", "none");
    });
  }

  /** Open all that a place of this page is folded into. */
  const reveal = () => {
    const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!there) return;
    let changed = false;
    for (let each = there; each; each = each.parentElement) {
      if (each.tagName === "DETAILS" && !each.open) changed = each.open = true;
    }
    if (changed) there.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")].filter((each) => !each.closest("#games"));
    for (const each of opened) each.open = each.dataset.unasked = true;
  });
  addEventListener("afterprint", () => { for (const each of opened) { each.open = false; delete each.dataset.unasked; } });
})();
