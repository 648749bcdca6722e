// Every English sentence of the pages that is not the game's own. Second person, the rulebook's words.

/** `1 zombie`, `3 zombies`. */
export function many(count, [one, more]) {
  return `${count} ${count === 1 ? one : more}`;
}

/** `Ana`, `Ana and Bruno`, `Ana, Bruno and Clara`. */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const VERBS = {
  announce_destination: "Announce", choose_destination: "Go to", cast_vote: "Vote for", point_at: "Vote for",
  cast_revote: "Vote for", break_tie: "Decide for", choose_victim: "Give up", move: "Move",
  place_character: "Put", assign_start: "Put", place_revenge_zombie: "Send it to", energy_drink: "Play",
  play_vote_card: "Play", play_attack_card: "Play", play_item: "Play",
};

/** What the filled button says: the choice, behind a verb where it has none of its own. */
function repeated(kind, label) {
  const verb = VERBS[kind];
  const own = !verb || label.toLowerCase().startsWith(verb.split(" ")[0].toLowerCase()) || label.startsWith("Play") || label.startsWith("Keep");
  return own ? label[0].toUpperCase() + label.slice(1) : `${verb} ${label}`;
}

/** What the game is about, and what the page shows of it, for who has never played. */
function howTo(head) {
  const [one, more] = head.attacker;
  return [
    ...head.aim,
    ["The board", `The line below a place says how many are in it, how strong they are, how many ${more} wait at the door, and what would come of it: a place holds as long as its strength is enough for each ${one}.`],
    ["Words", "What players say stands in serifs. What the game knows does not. A tag below words is a claim: the game holds it against the truth, and shows what became of it once everybody can see that, the rest at the end."],
  ];
}

export const S = {
  // the head
  round: (round) => (round ? `Round ${round}` : "Set-up"),
  theEnd: "The end", closeOutput: "Close", fold: "Fold the question", unfold: "Unfold the question",
  away: "A house bot plays for you", awayLead: "It answers until you come back.", takeOver: "Take over again", leave: "Leave, let a house bot play", leaveSure: "Sure? A house bot plays on for you",
  showAll: "Show all at once", readOn: "Read on: more is told in a moment", newBelow: (count) => `${count} new below`, youAreOut: "You are out", outLead: "All your characters are gone. You may still look on, and vote where the rules say so.", lately: "Since you looked", more: "More", ownNames: "Names in the edition’s own language", englishNames: "Names in English",
  you: " (you)",
  youAre: (title, name) => `${title}, you are ${name}`,
  watching: (title) => `${title}, as everybody sees it`,
  phases: "Phases of a round",
  characters: "Characters",
  strengthOf: (strength) => `, strong ${strength}`,
  votesOf: (votes) => `, ${votes} votes`,
  points: (points) => (points === 1 ? " point" : " points"),
  left: " left",
  yourTurnTitle: "Your turn:", rules: "Rules", lightOrDark: "Light or dark",
  // seats
  players: "Players, clockwise",
  kinds: {person: "person", bot: "bot", model: "model"},
  thinks: "thinks", yourTurn: "your turn", youWait: "you wait", out: "out", sealed: "has voted",
  voted: (whom) => `voted ${whom}`,
  winner: "wins", place: (place) => `${["", "first", "second", "third", "fourth", "fifth", "sixth"][place] ?? place}`,
  signs: {
    token: (name) => `The ${name}: who has it decides ties; who loses a character takes it.`, strength: "How strong those in a place are together.", attackers: (more) => `The ${more} at the door of a place; behind a stroke, for how many there is room.`,
    coming: (more) => `How many ${more} come there, as far as you know: dashed, only you know it.`, goes: (seat, cover) => `Each player has a sign, this one ${seat}: small in a place, they go there; below the ${cover}, they looked at the dice.`,
    sealed: "A vote that is cast, and still sealed.", coldRoom: "How many were eaten so far.",
  },
  // the board
  board: "Board", theMall: "The mall", closed: "closed", noWalls: "no walls", nobody: "nobody", hidden: "hidden",
  verdict: (word, eats) => (word === "eats" ? `eats ${eats}` : word),
  here: (taken) => `${taken} here`,
  takenOf: (taken, capacity) => `${taken} of ${capacity}`,
  strength: (strength) => `strength ${strength ?? 0}`,
  coming: (count, names) => `${many(count, names)} to come, as you have seen`,
  owns: (seat, character) => `${seat}’s ${character}`,
  figure: (seat, each) => `${seat}’s ${each.name}: ${each.points} points, strength ${each.strength}, ${each.votes === 1 ? "1 vote" : `${each.votes} votes`}`,
  youLooked: "You looked at these", allSecrets: "Not open yet", isLifted: (cover) => `The ${cover} is lifted`,
  under: (cover) => `Under the ${cover}`, cover: (cover) => `The ${cover}`, noDice: "No dice yet",
  looked: (names) => `${listed(names)} looked`,
  coldRoom: (count) => `Cold room ${count}`, deck: (count, names) => `${count} ${names[1]} in the deck`,
  goHere: (names) => `${listed(names)} ${names.length === 1 ? "goes" : "go"} here`,
  // votes
  ballots: "Ballots", votes: (votes) => (votes === 1 ? "1 vote" : `${votes} votes`),
  voteAt: (kind, place) => ({truck: "Who searches the truck?", chief: "Who gets the badge?"})[kind] ?? `Who is eaten in ${place}?`,
  revote: "Re-vote. ", tally: (name, total, from) => `${name} ${total}${from.length ? `: from ${listed(from)}` : ""}`,
  noBallot: "no vote",
  // promises and cards
  promises: "Promises and cards", openPromises: "Open promises", settledPromises: "What became of words", nobodyPromised: "No promise, deal or offer is open.",
  yourCards: (names) => `Your ${names[1]}`, cardsOf: (name, names) => `${names[1]} of ${name}`, noCards: "None.",
  states: {open: "", waits: "", kept: "kept", broken: "broken", none: "came to nothing", true: "was true", false: "was false"},
  kindsOfPromise: {offer: "Offer", deal: "Deal"},
  brokenBy: (names) => `broken by ${listed(names)}`,
  wholeLedger: (count) => `All ${count}`,
  // talk
  talk: "Talk", whoHears: "Who hears it", tableTab: "Table", whispersTab: "Whispers", log: "What is said and what happens",
  whispers: "whispers to ", toThem: "to ", youSaid: "You", thought: "What it thought",
  offerTo: (number) => `Offer ${number}, to you by `, ownOffer: (number, to) => `Your offer ${number}, to ${to}`,
  accept: "Accept", decline: "Decline", counter: "Counter", withdraw: "Withdraw", withdrawWhenYouTalk: "You can withdraw it when you talk.",
  noForce: "Nothing enforces a deal.", answerWhenYouTalk: "You can answer when you talk.",
  words: "Your words", say: "Say to all", whisper: (to) => (to ? `Whisper to ${to}` : "Whisper …"), toTable: "To the table", toWhom: "Whisper to", whoIsMeant: "Meant for",
  addClaim: "+ claim", addOffer: "+ offer", andMore: "(nothing more)", termOf: (side, at) => `${side}, ${at}`, counterTo: (number) => `Instead of offer ${number}`,
  toWhomGroup: "Who is meant; nobody: all", whisperBox: "whisper",
  prepared: (count, most) => `${count} of ${most} ready: only you see this`,
  ahead: "Kept for your next turn to talk",
  // the question
  question: "What is asked of you", confirm: repeated, pickFirst: "Nothing chosen yet",
  sayAll: (count) => (count === 1 ? "Say it now" : `Say all ${count} now`), silent: "Say nothing", bid: (bid) => `Bid ${bid}`,
  bids: {0: "not at all", 1: "a little", 2: "gladly", 3: "much", 4: "now"}, drop: "Leave it out", toWhomFirst: "Choose who hears the whisper.",
  undo: "Take back the last", clickRoom: "Click a room, or press its number.", clickFigure: "Click a figure, then a room, or press a number.",
  parts: {keep: "Keep", give: "Give", recipient: "To", character: "Who", location: "Where", card: "Card"}, allOptions: (count) => `All ${count}, by number`, unchosen: "…",
  pressNumber: "Press a number, then Enter.", rule: "the rule",
  free: (count) => (count === 1 ? "1 place free" : `${count} places free`), full: "full: leads to the lot", fullOnly: "full",
  stillComing: (count) => `, ${count} more to come`, nothing: "Nothing to do",
  whatNext: (next) => `Next: ${next}`,
  youSaw: "You looked at",
  // the command line
  sayOrAsk: "Say or ask", hintLine: "room 3 · say … · accept 7 · last · help", output: "Answer of the table",
  // the connection
  joining: "Connecting …", lostTable: (seconds) => `The connection is lost. Next try in ${seconds} s.`,
  gone: "This link opens no table. Ask the host for yours.", noToken: "This page needs the link that the host gave you: the part behind # is missing.",
  stale: "That question is over. Nothing was played.", failed: "That did not reach the table. Try once more.",
  // views and hints
  views: "Views", mall: "Mall", promisesView: "Promises",
  hints: (head) => head.aim.slice(0, 2).concat([
    ["Your turn", "What is asked stands below the board. Click, or press a number, then the filled button. Violet and dashed: only you see it. / opens the command line, ? the rules. What is said and done is recorded."],
  ]),
  howToPlay: howTo, allRules: "Every rule, by its number",
  nextHint: "Go on", lastHint: "Play", skipHints: "Skip",
  // the replay
  playBack: "Play the game back, with all secrets", replay: (title) => `${title}: a replay`, seenBy: "Seen by", seenAs: (view) => ({all: "all secrets", public: "everybody"})[view] ?? view,
  frame: "Moment of the game", frameOf: (at, last) => `${at} of ${last}`, play: "Play", pause: "Pause",
  back1: "A moment back", forth1: "A moment on", back1Key: "A moment back: ←", forth1Key: "A moment on: →", phaseBackKey: "Phase back: [", phaseOnKey: "Phase on: ]", darkOn: "To the next death, lie or broken word", darkOnKey: "The next death, lie or broken word: x", paceOfPlay: "Pace", speed: (speed) => `${speed} ×`, moment: "This moment", happens: "What happens at this moment", phaseBack: "Phase back", phaseOn: "Phase on", keysOfReplay: "Arrows: a moment · [ ] a phase · Page Up and Down: a round · x: the next death or lie · Space plays",
  strip: "The game, a frame a round", roundFrame: (round, liars) => `Round ${round}: ${listed(liars) || "nobody"} lied or broke their word`,
  whoWasEaten: "Who was eaten", faith: "A lie: said against what one had seen. A bluff: said of what one had not seen. A report: what one says of dice one has seen. Announced, done: votes and ways that one told of beforehand, and kept to.",
  whoLied: "Who lied or broke their word", saidDice: "said", whispered: (to) => `Whispered to ${to}: `, sawDice: "had seen", costs: (money, tokens) => [money, tokens].filter(Boolean).join(", "),
  tokens: (count) => `${count} tokens`, dollars: (cost) => `$${cost.toFixed(4)}`, notes: "Notes", reasoning: "Reasoning", answered: "Answer", fault: "What went wrong",
};
