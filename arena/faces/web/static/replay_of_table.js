// The replay of a game that was played at a table of this server: who has a link to the table has it.

import {byId, fill} from "./dom.js";
import {S} from "./strings.js";
import {startReplay} from "./replay.js";
import {ask} from "./stream.js";

const OF = "of";
const token = new URLSearchParams(location.hash.slice(1)).get(OF) ?? "";
ask(token, "api/replay").then((game) => startReplay(game, {[OF]: token})).catch((error) => {
  byId("state").hidden = false;
  fill(byId("state"), token ? error.message : S.noToken);
});
