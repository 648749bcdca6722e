"""All sentences that a person is shown during a game.

Second person, in the rulebook's words; a place is its number and name.
"""

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "place_character": "Your dice: {dice}. Put one of your characters where one of them says.",
    "assign_start": "Your dice: {dice}. Put one of your characters where one of them says.",
    "play_vote_card": "Before the vote at {place}: do you play a card?",
    "cast_vote": "Vote at {place}: {topic} You have {votes}.",
    "point_at": "Vote at {place}: {topic} You have {votes}.",
    "cast_revote": "Re-vote at {place}: {topic} You have {votes}.",
    "break_tie": "A tie at {place}, and you hold the victim token: {topic}",
    "distribute_truck": "You found {cards}. Keep one, and give one to another player.",
    "use_camera": "Do you look at the dice? They are covered.",
    "use_walkie_talkie": "Do you look at the dice? They are covered.",
    "announce_destination": "Announce where you go, for all to hear. It binds you.",
    "choose_destination": "Where do you go? Nobody sees it before all have chosen.",
    "place_revenge_zombie": "You are out, and take revenge: where does a {attacker} come?",
    "move": "You go to {destination}. Which of your characters?",
    "play_attack_card": "Attack on {place}: {attackers} against {strength}. Do you play a card?",
    "play_item": "Before the vote at {place}: do you play an item?",
    "energy_drink": "Do you play an Energy drink, and move one of your characters?",
    "choose_victim": "Which of your characters do you lose at {place}?",
}
"""Questions by kind of decision."""
BALLOTS = frozenset({"cast_vote", "point_at", "cast_revote"})
"""Kinds of decisions that are votes."""
MOST_VOTES = "Who has the most votes"
LOSES = "Who has the most votes loses a character there."
SEARCH = "Do you search the truck?"
STRENGTH = "strength {strength}"
NO_WALLS = "no walls"
FLOOR: Mapping[str, str] = {
    "truck": "before the vote on the truck",
    "gift": "before the truck is shared out",
    "chief": "before the election",
    "dice": "before the destinations",
    "announced": "after the announcement",
    "reveal": "now that the dice are open",
    "attack": "before the attack",
    "revote": "before the re-vote",
    "tie": "before the tie is broken",
}
"""Time of a talk by kind of floor."""
DECISIONS: Mapping[str, str] = {
    "truck": "the vote", "gift": "the gift", "chief": "the vote", "attack": "the vote",
    "revote": "the re-vote", "tie": "the decision",
}  # fmt: skip
"""The step after a floor, if it is no phase."""
SPEAK = (
    "You may speak {when}{place}. At most {most}: `say TEXT`, `whisper NAME: TEXT`, then `done`."
)
ANSWER = "You were spoken to, and may answer{place}: `say TEXT`, then `done`."
BID = "How much do you want to speak {when}{place}? From 0, not at all, to 4, now."
WAITING = "Nothing to do: the others are thinking."
WAITING_FOR = "Waiting for {seats} …"
AWAY = "A house bot plays for you. `back`: you play again."
LEFT_TO_BOT = "A house bot plays for you from here on. `back`: you play again."
BACK_AGAIN = "You play again, from the next question on."
NOT_AWAY = "You play yourself. Possible: leave, for a house bot to play for you."
NEWCOMER = "New here? `aim` tells what it is about, `?` what can be typed."
NOTHING = "Nothing is asked of you at this moment."
NOT_AHEAD = (
    "Nothing is asked of you at this moment, and nothing is answered ahead. "
    "Possible: say TEXT, for your next turn to speak."
)
OVER = "The game is over. Possible: reveal, board, promises, votes, last."
NOT_OVER = "Who kept faith is told once the game is over."
NO_TALK = "At this table nobody talks."
SILENCE = "You say nothing."
LEFT = "You have {seconds} left."
NO_CLOCK = "No clock is running for you."
TALK = "One says things when there is talk. At this moment: {now}"
CHOSEN = "You choose {label}."
KEPT = "Message {number} of {most} stands. `done` says it, `undo` takes it back."
AHEAD = "Message {number} of {most} is kept for your next turn to speak. `undo` takes it back."
DROPPED = "“{text}” can't be said any more: {why}"
PREPARED = "You have prepared {texts} `done` says it, `undo` takes the last back."
UNDONE = "Taken back."
NO_MESSAGE = "Nothing is prepared. Possible: say TEXT, whisper NAME: TEXT."
FULL = "You have {most} already. Possible: done, undo."
FULL_AHEAD = "You have {most} already. Possible: undo, or to wait for your turn to speak."
UNKNOWN = "{given} is nothing that can be done here. Possible: {possible}."
NO_OPTION = "{given} is none of the options. Possible: {possible}."
NO_CLAUSE = "No rule has {given} in it. Possible: rules, for all of them."
IN_FORCE = "The rule of what is asked:"
ALL_RULES = "All rules:"
QUIT_ELSEWHERE = "leave the table as it is; your link brings you back"
NOTHING_YET = "Nothing yet."
NOTHING_WAITS = "Nothing waits to be read."
NO_VOTE = "No vote was revealed yet."
NOBODY_PROMISED = "Nothing is promised, offered or reported."

HELP: tuple[tuple[str, str], ...] = (
    ("NUMBER", "choose an option; its name does too"),
    ("say TEXT", "speak to the table, now or on your next turn to speak"),
    ("say to Bo: TEXT", "the same, and it names who is meant"),
    ("whisper NAME: TEXT", "only they hear the words; all see that you whispered"),
    ("claim LINE", "say it in the notation too, so that it counts: claim I go to 4"),
    ("offer, counter", "propose a deal, as a line of the notation"),
    ("accept 7, decline 7", "answer the offer with that number"),
    ("withdraw 7", "take an offer of yours back"),
    ("done", "say what you prepared; with nothing prepared you keep silent"),
    ("undo", "take back the last message that you prepared"),
    ("board", "the board as you see it"),
    ("room N", "who is there"),
    ("promises, ledger", "offers, deals, promises and reports that you know of"),
    ("votes", "the last vote that was revealed, with its weights"),
    ("last", "what happened since you were last asked"),
    ("skip", "tell at once what waits until you have read what came before"),
    ("aim", "what the game is about, and a round of it"),
    ("rules, rules WORD", "the rules, that of the question first, or those with a word in them"),
    ("notation", "what can be claimed and offered, and how"),
    ("clock", "how much time you have left"),
    ("options", "what is asked, once more"),
    ("reveal", "once the game is over: how it ended, and who kept faith"),
    ("leave", "let a house bot play for you; all are told"),
    ("back", "play again yourself, from the next question on"),
    ("quit", "stop the game; it can be gone on with"),
    ("?", "the rule of what is asked, and this list"),
    ("help", "this list"),
)
"""Commands and descriptions."""
