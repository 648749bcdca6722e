// Three short hints for who sits down for the first time, once.

import {byId, fill, h} from "./dom.js";
import {S} from "./strings.js";
import {remember, remembered} from "./theme.js";

const SEEN = "hints";

/** Show the hints, unless this browser has shown them. */
export function startHints(head) {
  const root = byId("hints");
  if (remembered(SEEN) || !root) return;
  const hints = S.hints(head);
  let next = 0;
  const close = () => {
    remember(SEEN, "seen");
    root.hidden = true;
  };
  const show = () => {
    if (next >= hints.length) return close();
    const [title, text] = hints[next++];
    fill(root, h("p", {}, h("b", {}, `${next} / ${hints.length} ${title}. `), text),
      h("button", {type: "button", class: "warm", onclick: show}, next < hints.length ? S.nextHint : S.lastHint),
      next < hints.length ? h("button", {type: "button", onclick: close}, S.skipHints) : null);
    root.hidden = false;
    root.querySelector("button").focus({preventScroll: true});
    return undefined;
  };
  root.addEventListener("keydown", ({key}) => key === "Escape" && close());
  show();
}
