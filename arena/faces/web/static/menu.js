// A menu behind a button: it opens upwards, and closes by a choice, Escape, or a click elsewhere.

import {fill, h} from "./dom.js";

/** Fill a menu with `[label, what it does]`; `details` opens it, `list` has its entries. */
export function menuOf(details, list, entries) {
  const summary = details.querySelector("summary");
  const close = (back) => {
    details.removeAttribute("open");
    if (back) summary.focus();
  };
  fill(list, entries.map(([label, act]) => h("li", {}, h("button", {type: "button", onclick: () => {
    close(false);
    act();
  }}, label))));
  details.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (event.key === "Escape" && details.open) close(true);
    else if (step && details.open) buttons[(at + step + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("click", ({target}) => !details.contains(target) && close(false));
}
