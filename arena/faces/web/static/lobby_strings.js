// Words of the lobby, beside those that all pages have.

import {S} from "./strings.js";

export const LOBBY = {
  lobbyTitle: "A TABLE FOR THE EVENING", paceOf: "Reading", pace: (name, words) => `${name}: ${words} words a minute`, noPace: "wait for nobody",
  consent: "What is said and done at the table is recorded, and whoever has the record can read and analyse it. Everybody who sits down knows this.",
  ruleset: "Game", seats: "Who sits down, clockwise", newTable: "Open the table", opening: "The table is being opened …", talkRules: "Talk", clock: "Seconds for an answer", shortClock: (most) => `(${most} at most for cards, the truck and moves that may be secret)`, scenario: "Begin from", fromTheStart: "the start",
  protocols: {simultaneous: "all at once, sealed", round_robin: "one after another", bidding: "the highest bid speaks", off: "nobody speaks"},
  specs: {human: "a person", house: "house bot", random: "plays anything"}, spec: (spec) => S.specs[spec] ?? spec.replace("house:", "house bot, "),
  needHost: "Only the host can open a table: this page needs the link that the server printed.", copy: "Copy", copied: "Copied", notCopied: "Copy it by hand", drop1: (name) => `${name} does not play`, more1: "One more seat",
  sit: "A link for each person: who has it plays that seat. The table begins when the first of them comes. A link that was opened is shown to nobody any more.",
  onlyHere: "These links open on this computer only. To invite others, start the server with --host 0.0.0.0, or open this page at your proxy’s address.",
  onlyHereAt: (host) => `At ${host} these links open on this computer only. Choose where they lead.`, leadTo: "Links lead to",
  qr: "QR code", qrOf: (name) => `The link of ${name} as a QR code`, taken: "taken", openAgain: "open it again here", renew: "Renew", renewOf: (name) => `Renew the link of ${name}`,
  renewSure: "Sure? The old link ends", renewed: (name) => `${name} has a new link, and all at the table are told. The old one opens nothing any more.`, name: "Name", sitsAs: (name) => `Who plays ${name}`, link: (who) => (who.startsWith("public") ? `Looks on${Number(who.split(":")[1]) ? `, ${who.split(":")[1]} s later` : ""}` : who),
  tableNamed: (game, state) => `${game}: ${state}`, begunAt: (title) => `${title} is open`,
};
