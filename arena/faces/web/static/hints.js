// Three short hints for who sits down for the first time, once.

import {byId, fill, h} from "./dom.js";
import {S} from "./strings.js";
import {remember, remembered} from "./theme.js";

const SEEN = "hints";

/** Show the hints, unless this browser has shown them. */
export function startHints() {
  const root = byId("hints");
  if (remembered(SEEN) || !root) return;
  let next = 0;
  const close = () => {
    remember(SEEN, "seen");
    root.hidden = true;
  };
  const show = () => {
    if (next >= S.hints.length) return close();
    const [title, text] = S.hints[next++];
    fill(root, h("p", {}, h("b", {}, `${next} / ${S.hints.length} ${title}. `), text),
      h("button", {type: "button", class: "warm", onclick: show}, next < S.hints.length ? S.nextHint : S.lastHint),
      next < S.hints.length ? h("button", {type: "button", onclick: close}, S.skipHints) : null);
    root.hidden = false;
    return undefined;
  };
  show();
}
