// The viewer of a report's games. It runs the file of the game that its address names, which hands the game
// over: a page from disk may run a script beside it, and may fetch nothing.

import {byId, fill, h} from "./dom.js";
import {startReplay} from "./replay.js";
import {startTheme} from "./theme.js";
import {VIEWER} from "./viewer_strings.js";

const GAME = "game";
/** Names that are no way to another folder, and to no other server. */
const PLAIN = /^[A-Za-z0-9][\w.-]*$/;

/** Why a game is not shown, in a sentence. */
class NotShown extends Error {}

const gameNamed = () => new URLSearchParams(location.hash.slice(1)).get(GAME) ?? "";

/** Run the file of a game; it calls `showGame` with what it holds. */
function loaded(file) {
  return new Promise((resolve, reject) => {
    globalThis.showGame = resolve;
    document.head.append(h("script", {
      src: file, onerror: () => reject(new NotShown(VIEWER.missing(file))), onload: () => reject(new NotShown(VIEWER.broken(file))),
    }));
  });
}

/** Read the viewpoints of a game: JSON, made small by gzip, in base64. */
function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

async function show(game) {
  if (!PLAIN.test(game)) throw new NotShown(VIEWER.none);
  const file = `${game}.js`;
  const data = await loaded(file);
  if (data?.game !== game) throw new NotShown(VIEWER.foreign(file, game));
  try {
    const views = await unpacked(data.packed);
    fill(byId("lead"), data.lead);
    startReplay(views, {[GAME]: game});
  } catch (error) {
    throw new NotShown(VIEWER.broken(file), {cause: error});
  }
}

/** Say why nothing is shown, with the way back to all games. */
function refuse(error) {
  startTheme();
  document.querySelector("main").hidden = true;
  byId("state").hidden = false;
  fill(byId("state"), `${error.message} `, document.querySelector(".lead a"));
}

const game = gameNamed();
addEventListener("hashchange", (event) => {
  if (gameNamed() === game) return;
  event.stopImmediatePropagation();
  location.reload();
});
show(game).catch(refuse);
