"""The terms of a deal in a few words, and the wordings of offers and of answers to them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from arena.claims.language import Proposition

if TYPE_CHECKING:
    from arena.seats.house.speaking import TalkSituation

__all__ = ["DEALS", "in_words"]


def in_words(talk: "TalkSituation", terms: Sequence[Proposition], whose: str, other: str) -> str:
    """Return what one side is to do, as one puts it to the other party; `whose`: my or your."""
    return " and ".join(_in_words(talk, each, whose, other) for each in terms)


def _in_words(talk: "TalkSituation", said: Proposition, whose: str, other: str) -> str:
    target = {talk.me: "me", other: "you"}.get(str(said.target), str(said.target))
    match said.kind:
        case "vote" if said.vote == "attack":
            return f"{whose} vote on {'anybody but ' if said.negated else ''}{target}"
        case "vote":
            what = "at the truck" if said.vote == "truck" else "for Chief"
            return f"{whose} vote {'withheld ' if said.negated else ''}{what}"
        case "give":
            return "a card"
        case "ally":
            return "peace this round" if said.until == talk.turn.round else "peace"
        case "go":
            return f"{whose} people at {talk.name(said.location or 0)}"
        case "tell":
            return "the true dice"
        case _:
            return f"{whose} help"


DEALS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "truck_sell": (
            "You search, {to}, and one of the cards is mine. Agreed?",
            "My vote is for sale, {to}: one card.",
            "{to}, I put you on the truck, you hand me a card down.",
            "I won't win this one, {to}. For a card I make sure you do.",
            "One card, {to}, and my vote here is yours.",
            "{to}, my vote for a card out of the truck. Say yes.",
            "What's my vote worth to you, {to}? I say a card.",
            "I'd help you up there, {to}, if a card came down to me.",
            "Vote for vote gets us nowhere, {to}. My vote, your card.",
            "{to}, with my vote you search. A card for me is all I ask.",
            "Who pays a card gets my vote here. How about you, {to}?",
            "Let's not fight over it, {to}. You climb, I get a card.",
        ),
        "gift_sell": (
            "I've a card to spare, {to}. I want {get} for it.",
            "{to}, this card for {get}. Yes or no?",
            "A card, {to}. All it costs is {get}.",
            "You'd like this one, {to}. It costs {get}.",
            "{to}, tell me I have {get}, and the card is yours.",
            "For {get} I'd hand you a card, {to}.",
            "I could give this to anybody. {to}, for {get} it's you.",
            "What about {get}, {to}? I have a card for that.",
            "{to}, we trade: a card now for {get}.",
            "Somebody gets a card. {to}, make it you: {get}.",
        ),
        "gift_peace": (
            "Give me a card, {to}, and you have peace from me this round.",
            "{to}, a card buys you peace with me.",
            "For a card, {to}, my vote won't touch you this round.",
            "I'd leave your people alone, {to}. It costs a card.",
            "A card for me, {to}, and I look past you when they come.",
            "Peace for a card, {to}. Think of the doors tonight.",
            "You've more enemies than cards, {to}. For one card I'm no enemy.",
            "{to}, hand me one, and I won't write your name this round.",
            "One card, {to}, one round of peace.",
            "Buy me off, {to}. A card will do, for this round.",
        ),
        "chief_sell": (
            "I'll make you Chief, {to}, if you leave me alone this round.",
            "My vote for Chief, {to}, for peace this round.",
            "{to}, you look at the dice, and I'm safe from your vote this round. Deal?",
            "My vote has its price, {to}: don't vote against me this round.",
            "I'd vote for you, {to}, if you spared me till the next dice.",
            "{to}, peace this round, and my vote is yours.",
            "Promise me a quiet round, {to}, and you're my choice for Chief.",
            "I back you, {to}, you spare me. Just this round.",
            "Round {round}, {to}: my vote for your mercy.",
            "One round without your vote against me, {to}, and I make you Chief.",
        ),
        "attack_join": (
            "{to}, we both write {who}. Are you with me?",
            "You and me on {who}, {to}. Alone it's hopeless.",
            "If you take {who}, {to}, I take {who}.",
            "{to}, I'll vote {who} if you do. Agreed?",
            "Two votes on {who}, {to}, yours and mine.",
            "Split votes kill the wrong one, {to}. Both on {who}?",
            "I need you for this, {to}: {who}, the two of us.",
            "{who}, {to}. I do it if you do it.",
            "Let's agree before the others do, {to}. {who}?",
            "{to}, give me your word on {who}, and you have mine.",
        ),
        "revote_deal": (
            "{to}, decide it for me, and I won't forget you: {give}.",
            "You have a say now, {to}. {give} for your vote on my side.",
            "{to}, I'd pay with {give} if you settle this my way.",
            "Help me against {who}, {to}. I offer {give}.",
            "It's you who decides, {to}. I have {give} for you.",
            "{to}, {give}, that's my price for getting out of this tie.",
            "Tip it my way, {to}, and you get {give}.",
            "{give} for your vote, {to}. {who} offers nothing.",
            "{to}, I need one vote more. You'd have {give} for it.",
            "Take my side in the re-vote, {to}: {give}, my word on it.",
        ),
        "deal_accept": (
            "Agreed, {to}.",
            "It's a deal, {to}.",
            "You have my hand on it, {to}.",
            "Done, {to}. Keep your side.",
            "Yes, {to}. My word on it.",
            "Fair enough, {to}. I'm in.",
            "All right, {to}, we do it like that.",
            "I accept, {to}.",
            "{to}, that suits me. Settled.",
            "Good. We have an understanding, {to}.",
            "Fine by me, {to}: {give} for {get}.",
            "So it's {give} for {get}, {to}. Agreed.",
            "{to}, you get {give}, I get {get}.",
            "I'll hold you to it, {to}: {get}.",
            "Then I count on {get}, {to}.",
            "Sounds right to me, {to}. Yes.",
            "I can live with that, {to}.",
            "Very well, {to}, {give} it is.",
            "You're on, {to}.",
            "Shake on it, {to}.",
            "That's a trade, {to}. I take it.",
            "{to}, consider it done.",
            "Gladly, {to}. Don't make me regret it.",
            "Yes to that, {to}, and no tricks.",
        ),
        "deal_decline": (
            "No, {names}. Not for that.",
            "I pass, {names}.",
            "No deal, {names}.",
            "Not this time, {names}.",
            "That's not enough for me, {names}.",
            "Thanks, {names}, but no.",
            "{names}, you'll have to find somebody else.",
            "I keep my hands free, {names}.",
            "Too little, {names}.",
            "Nice try, {names}.",
            "I've other plans, {names}. Sorry.",
            "You ask too much, {names}.",
            "{names}, I don't see what I'd gain.",
            "Ask me again in another round, {names}.",
            "No. I don't trade on that, {names}.",
            "I'd rather not, {names}.",
            "{names}: no, and I won't argue about it.",
            "Sorry, {names}, I can't do that.",
            "That would cost me more than it brings, {names}.",
            "I heard you, {names}. The answer is no.",
            "Not at that price, {names}.",
            "Count me out, {names}.",
            "I won't promise that, {names}.",
            "{names}, look for another partner.",
        ),
        "deal_counter": (
            "Not like that, {to}. {give} for {get}, then we talk.",
            "I've a better idea, {to}: {give} for {get}.",
            "{to}, I'd give {give}, but I want {get}.",
            "No. But {give} for {get}, {to}?",
            "Make it {give} for {get}, {to}, and I'm in.",
            "Turn it round, {to}: {give} from me, {get} from you.",
            "My price is another, {to}. {give}, and I get {get}.",
            "Let's put it differently, {to}: {give} against {get}.",
            "{to}, {get} is what I need. You'd have {give} for it.",
            "Close, {to}. I'd say {give} for {get}.",
        ),
        "accuse_deal": (
            "{who}, we had a deal: {get}. I remember who broke it.",
            "I was promised {get}, {who}. I'm still waiting.",
            "You shook hands on {get}, {who}, and then you laughed.",
            "It was a plain deal, {who}. You kept {get} to yourself.",
            "We shook on it, {who}: {get}. You let me down.",
            "{who}, you owe me {get}, and you never meant to pay.",
            "So much for {get}, {who}. That was our last deal.",
            "{get}, {who}. It was promised, in plain words.",
            "You agreed to {get}, {who}. And then? Nothing.",
            "I remember a promise, {who}: {get}. Where was it?",
        ),
    }
)
"""By intent; `give` is what the speaker would do, `get` what the other would do for it."""
