// Words of the viewer, beside those of a replay.

const ANEW = "arena tournament report, or arena analyze, writes it anew.";

export const VIEWER = {
  none: "No game is named in the address of this page. Choose one:",
  missing: (file) => `${file} is missing: it holds the game, and has to lie in the folder of this page. ${ANEW}`,
  broken: (file) => `${file} is damaged, or of another version than this page, so that its game can’t be shown. ${ANEW}`,
  foreign: (file, game) => `${file} does not hold the game ${game}, but another one. ${ANEW}`,
};
