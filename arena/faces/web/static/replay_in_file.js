// The replay of a game that stands in its own page.

import {byId} from "./dom.js";
import {startReplay} from "./replay.js";

/** Read the game: JSON, made small by gzip, in base64. */
async function gameInPage() {
  const bytes = Uint8Array.from(atob(byId("game").textContent.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

gameInPage().then((game) => startReplay(game));
