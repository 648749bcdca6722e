// Phones: the question is a sheet at the foot of every view, and can be folded; the page ends above it.

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
  return () => set(false);
}
