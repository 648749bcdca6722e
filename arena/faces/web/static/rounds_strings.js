// Words of the views that tell a game once more: its rounds, and who voted for and against whom.

export const ROUNDS = {
  tells: "What is shown of the game", rounds: "Rounds", ties: "Ties",
  dice: "Dice", hasLooked: "looked", nobodyLooked: "Nobody looked.", noRoll: "No dice were rolled.",
  reports: "Said of the dice", toAll: "to all", isFalse: "✕ false", isTrue: "✓ true",
  known: {saw: "", told: "was told so", unseen: "had not seen them"},
  ways: "Went to", eaten: "Eaten", betrayed: "Betrayed a partner", promised: "Promises and deals",
  how: {only_candidate: "nobody else in danger", vote: "by vote", revote: "by the re-vote", lot: "by lot after two ties", token: "a tie was decided"},
  votedAgainst: " voted against ", lostByIt: (other, lost) => (lost ? `${other} lost ${lost === 1 ? "1 point" : `${lost} points`} by it` : "in vain"),
  cast: {truck: "for", chief: "for", attack: "against"}, ballotVotes: (votes) => (votes === 1 ? "" : ` (${votes} votes)`),
  result: "result: ", tie: "a tie", tieAgain: "a tie again",
  word: {promise: " promised ", announced: " announced "}, deal: (number) => `Deal ${number}, `, withWhom: " with ",
  counts: "Ballots for and against others", countsLead: "Green and solid: mostly for (badge, truck). Red and dashed: mostly against (attacks). Grey and dotted: as often.",
  voter: "Voter", about: "About", supported: "For", opposed: "Against",
  graph: (said) => `Votes for and against: ${said.join("; ") || "none outweighs the other"}.`,
  mostly: ({voter, target}, isFor) => `${voter} mostly ${isFor ? "for" : "against"} ${target}`,
};
