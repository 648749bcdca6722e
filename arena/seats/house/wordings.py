"""The wordings in the words of each family: what another game calls otherwise is said otherwise."""

from collections.abc import Mapping
from types import MappingProxyType

from arena.seats.house.deal_words import DEALS
from arena.seats.house.dice_words import DICE_WORDS
from arena.seats.house.phrases import PHRASES

__all__ = ["WORDINGS", "called"]

Wordings = Mapping[str, tuple[str, ...]]
SHARED: Wordings = MappingProxyType({**PHRASES, **DICE_WORDS, **DEALS})
CALLED = (
    ("make you Chief", "help you to the badge"),
    ("vote for you as Chief", "vote for you to have the badge"),
    ("you'll be Chief", "the badge is yours"),
    ("Make me Chief", "Give me the badge"),
    ("for Chief", "for the badge"),
    ("the Chief", "the badge"),
    (" zombies", " monsters"),
    ("the box", "the hatch"),
    ("that box", "that hatch"),
    ("Four dice", "All those dice"),
    ("A card", "An item"),
    (" a card", " an item"),
    (" card", " item"),
)
"""In this order."""
OSACZENI: Wordings = MappingProxyType(
    {
        "dice_areas": (
            "They're coming to {areas}. That's all you get from me.",
            "Stay out of {areas}.",
            "Under the hatch I saw {areas}.",
            "{areas}: that's where they'll be tonight.",
            "I've looked. Expect company at {areas}.",
            "Round {round}: {areas}. How many, you'll see.",
            "{areas}. More than that I keep to myself.",
            "Keep your doors shut at {areas}.",
            "I'll name places, not numbers: {areas}.",
            "Whatever else happens, they come to {areas}.",
            "The hatch says {areas}.",
            "Round {round} belongs to {areas}, I'm sorry to say.",
            "Anybody at {areas}? I'd leave.",
        ),
        "dice_more": (
            "{n} dice under the hatch now. The cold room is to blame.",
            "Remember, it's {n} dice from here on.",
            "{n} dice! Every corpse in there makes it worse.",
            "With {n} dice nowhere is quiet.",
            "There were four once. Now it's {n} dice.",
            "{n} dice, and I remember quieter nights.",
            "It used to be four under the hatch. Now there are {n}.",
            "Count again: {n} dice.",
        ),
        "tie_plead": (
            "{to}, you hold the token. {who} has {points} points, I have {mine}.",
            "It's your token, {to}. Let it be {who}.",
            "{to}, you know what it's like to lose one. Take {who}, not me.",
            "You decide, {to}: {who}. I won't forget it.",
            "Please, {to}. Point the token at {who}.",
            "{to}, spare me, and I'll spare you when the token moves on.",
        ),
        "tie_ask": (
            "{to}, the token is yours: make it me, and you'll be glad of it.",
            "Break it for me, {to}, not for {who}.",
            "You decide, {to}. I pay better than {who}.",
            "{to}, one word from you. Me, not {who}.",
            "What has {who} ever done for you, {to}? Choose me.",
            "Whoever wins by your hand pays you back, {to}. Me, not {who}.",
        ),
        "tie_muse": (
            "A tie, and it's mine to break. I'm listening.",
            "So I hold the token, and you hold your breath. Offers?",
            "The token is mine tonight. Somebody make it worth it.",
            "Well, well. Who wants to be nice to me now?",
            "You see who has the token. So talk to me.",
            "It's my choice now, and I haven't made it.",
            "I could do either. Talk me into one.",
            "The last word is mine. Make it easy for me.",
            "Tied. Who gives me a reason?",
            "I'll point at somebody. Who wants to tell me at whom?",
        ),
        "token_watch": (
            "Mind the token: {who} breaks every tie.",
            "If we split the vote, {who} decides. Do you want that?",
            "No ties, please. {who} has the victim token.",
            "Count twice. In a tie it's {who} who chooses.",
            "Whatever we do, {who} has the last word in a tie.",
            "Agree on somebody, or {who} picks for us.",
        ),
        "even_odds": (
            "Even is not enough any more. {place} is one short.",
            "With the first row of the cold room full, {place} can't hold {n} of them.",
            "{n} against {n} at {place}, and that lets them in now.",
            "One of us too few at {place}, and now it is too late.",
            "{n} of them at {place}, and a strength of {n}. That used to be enough.",
            "Look at {place}: even, and even lets them in.",
            "At {place} it's {n} to {n}. Since the cold room filled up, that loses.",
            "I count {n} for us and {n} for them at {place}. They win that now.",
            "{place} is level at {n}, and level is lost.",
            "One hand more at {place} would do. It's {n} against {n}.",
        ),
        "item_offer": (
            "I've a {card}. Leave me alone, and I'll use it here.",
            "My {card} could end this. Are we friends?",
            "Spare me and you'll see my {card}.",
            "A {card}, that's what I have, and I'd hate to take it to the cold room.",
            "You want my {card} at {place}? Then vote for somebody else.",
            "I carry a {card}. It would be a shame if you voted me away.",
            "What's a {card} worth to you? I'd say my life.",
            "At {place} I can do more than vote: I have a {card}.",
            "Look what I've got, a {card}. Look for somebody without.",
            "Vote me out, and the {card} stays in my bag.",
        ),
        "item_ask": (
            "Who has a bat, a chainsaw, anything? {place} falls otherwise.",
            "Somebody open their bag. {monsters} at {place}!",
            "A tin can would help. Lure one off {place}, somebody.",
            "Don't hoard now. What do you have for {place}?",
            "Anything with a blade or a trigger? {place} needs it now.",
            "{monsters} at {place}. Whoever has something, use it.",
        ),
    }
)
"""What only Osaczeni has: its token, its cold room, its items."""


def called(family: str, text: str) -> str:
    """Return a text of the mall in a family's words."""
    if family == "osaczeni":
        for mall, here in CALLED:
            text = text.replace(mall, here)
    return text


def _in_osaczeni() -> Wordings:
    shared = {
        intent: tuple(called("osaczeni", text) for text in wordings)
        for intent, wordings in SHARED.items()
        if not intent.startswith("revote")
    }
    return MappingProxyType({**shared, **OSACZENI})


WORDINGS: Mapping[str, Wordings] = MappingProxyType({"moh": SHARED, "osaczeni": _in_osaczeni()})
"""By `Ruleset.family`, then by intent."""
