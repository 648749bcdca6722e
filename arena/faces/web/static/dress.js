// Words of the page itself: its elements name the strings that they show.

import {S} from "./strings.js";

/** Put words into what names them: as text, as label for readers, as what stands in an empty field. */
export function dress() {
  for (const node of document.querySelectorAll("[data-s]")) node.textContent = S[node.dataset.s];
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", S[node.dataset.label]);
  for (const node of document.querySelectorAll("[data-hint]")) node.setAttribute("placeholder", S[node.dataset.hint]);
  for (const node of document.querySelectorAll("[data-title]")) node.setAttribute("title", S[node.dataset.title]);
}
