// Phones: the question is a sheet at the foot of every view, and can be folded; the page ends above it.
// It stands above an on-screen keyboard too, also where that covers the page in place of making it smaller.

import {byId} from "./dom.js";
import {S} from "./strings.js";

/** Let the sheet be folded and keep room for it below the page. */
export function startSheet() {
  const sheet = byId("ask");
  const fold = byId("fold");
  const set = (folded) => {
    sheet.classList.toggle("folded", folded);
    fold.setAttribute("aria-expanded", !folded);
    fold.textContent = folded ? "▴" : "▾";
    fold.setAttribute("aria-label", folded ? S.unfold : S.fold);
  };
  fold.addEventListener("click", () => set(!sheet.classList.contains("folded")));
  set(false);
  new ResizeObserver(() => document.documentElement.style.setProperty("--sheet", `${sheet.matches(".end") ? 0 : sheet.offsetHeight}px`)).observe(sheet);
  followKeyboard();
  return () => set(false);
}

const KEYBOARD = 0.75;

/** Tell the style sheet how much of the page a keyboard leaves to be seen, and how much of its foot it covers. */
function followKeyboard() {
  const seen = window.visualViewport;
  let width = 0;
  let highest = 0;
  const fit = () => {
    if (seen.scale > 1.01) return; // somebody looks closer
    if (seen.width !== width) [width, highest] = [seen.width, 0];
    highest = Math.max(highest, seen.height);
    const {style} = document.documentElement;
    style.setProperty("--seen", `${seen.height}px`);
    style.setProperty("--covered", `${Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop))}px`);
    document.body.classList.toggle("typing", seen.height < KEYBOARD * highest);
  };
  seen.addEventListener("resize", fit);
  seen.addEventListener("scroll", fit);
  fit();
}
