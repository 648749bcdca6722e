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
            lasting = {None: "for good", talk.turn.round: "this round"}
            return f"peace {lasting.get(said.until, f'up to the end of round {said.until}')}"
        case "go":
            way = "way anywhere but" if said.negated else "way"
            return f"{whose} {way} to {talk.name(said.location or 0)}"
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
        "refuse_unable": (
            "I can't promise {give}, {names}.",
            "{give} is not mine to promise, {names}.",
            "How would I manage that, {names}? {give} isn't in my hands.",
            "{names}, I don't promise what I can't do. Not {give}.",
            "You ask for what I can't give, {names}: {give}.",
            "Nobody can hold me to {give}, {names}, so I don't promise it.",
            "{give}? I wouldn't know how, {names}.",
        ),
        "refuse_late": (
            "Too late for that, {names}.",
            "You should have asked earlier, {names}. That's over.",
            "{names}, that is decided already.",
            "The time for that is past, {names}.",
            "There's nothing left to trade there, {names}. It's done.",
            "That was a good offer some minutes ago, {names}.",
            "Next time be quicker, {names}.",
        ),
        "refuse_told": (
            "I've told you already what I had to tell, {names}.",
            "You've heard me on the dice, {names}. There's no second edition.",
            "What I had to say of them, {names}, you got for nothing.",
            "Pay for what you've heard already, {names}? Keep it.",
            "I've said my piece on that, {names}.",
            "My report stands, {names}. I don't sell it again.",
        ),
        "refuse_mutual": (
            "You for me and I for you, {names}? That elects nobody.",
            "If we vote for each other, {names}, neither of us gets anywhere.",
            "{names}, two votes crossed are two votes lost.",
            "We'd only swap votes, {names}. What for?",
            "I won't trade vote for vote, {names}.",
            "One of us has to be the one, {names}. Not each for the other.",
            "Think it through, {names}: my vote for you and yours for me is nothing.",
        ),
        "refuse_bound": (
            "{give} is spoken for, {names}.",
            "I can't, {names}. I've bound myself otherwise.",
            "{names}, you come too late: {give} is promised or on offer elsewhere.",
            "My word is out already, {names}, and not for that.",
            "I've said otherwise, {names}, and I'd like to stay with it.",
            "I don't sell {give} twice, {names}.",
            "Somebody else has my word on that, or may have it in a moment, {names}.",
            "That would go against what I've said, {names}.",
            "Two masters for {give}, {names}? No.",
            "Not free any more, {names}: {give}.",
        ),
        "refuse_better": (
            "I've just had a better offer, {names}.",
            "Somebody pays more, {names}.",
            "Sorry, {names}, the other offer was better, and I can't do both.",
            "{names}, you've been outbid.",
            "I'm taking another deal, {names}, and it doesn't go with yours.",
            "Good, {names}, but not the best I've heard.",
            "Another was more generous, {names}. Next time, perhaps.",
        ),
        "refuse_broken": (
            "You broke your word with {whom}, {names}. Round {when}, remember?",
            "After what you did to {whom} in round {when}, {names}? No.",
            "{names}, your deal with {whom} in round {when} was worth nothing. Why trust you?",
            "From others I'd take it, {names}. You broke a deal with {whom} in round {when}.",
            "Your word, {names}? Round {when}, the deal with {whom}. That's my answer.",
            "I remember round {when}, {names}, and what became of your deal with {whom}.",
            "No more on credit, {names}. You cheated {whom} in round {when}.",
            "A fair price, {names}, had you not broken a deal with {whom} in round {when}.",
        ),
        "refuse_lied": (
            "You lied in round {when}, {names}. I don't buy from liars.",
            "What is your promise worth, {names}, after round {when}?",
            "In round {when} you told us tales, {names}. Why should I believe this one?",
            "I'd take it, {names}, if I hadn't caught you in round {when}.",
            "First you lie, in round {when}, then you trade? No, {names}.",
            "Your words in round {when} were false, {names}. So may these be.",
            "{names}, I haven't forgotten round {when}. I don't believe you.",
        ),
        "refuse_wary": (
            "I don't trust you far enough for that, {names}.",
            "It would do, {names}, if I were sure you'd keep it.",
            "And who tells me that you keep your side, {names}?",
            "You've been no friend of mine so far, {names}. No.",
            "From another I'd take it, {names}. Not from you, not yet.",
            "Show me first that you mean well, {names}.",
            "I don't count on your side of it, {names}.",
        ),
        "refuse_price": (
            "Too little, {names}. I'd want {want}.",
            "Not for that, {names}. For {want}, perhaps.",
            "That's not enough for me, {names}. {want} would be.",
            "Offer me {want}, {names}, and I'll listen.",
            "My price is {want}, {names}. Yours is too low.",
            "No deal, {names}, unless it's {want}.",
            "I'd do it for {want}, {names}, for less I won't.",
            "{names}, what I need is {want}. Keep the rest.",
            "You'd have to find {want} for me, {names}.",
            "Not at that price, {names}. {want}, or nothing.",
            "Come back with {want}, {names}.",
            "For {want} I'd say yes, {names}. Not for this.",
        ),
        "refuse_stand": (
            "I want that one myself, {names}.",
            "No, {names}. I'm standing for it too.",
            "And give you what I want for myself, {names}?",
            "I'm voting for myself here, {names}.",
            "{names}, I need my own vote. I mean to win this.",
            "My vote stays with me, {names}. I'd like to win.",
            "You're asking the competition, {names}.",
            "I'm after the same thing as you, {names}.",
            "Sorry, {names}, I'd rather have it than help you to it.",
            "What you offer is less than winning it myself, {names}.",
            "Not while I can win it, {names}.",
            "I haven't given up on it yet, {names}. So, no.",
        ),
        "refuse_nothing": (
            "What would I gain by that, {names}? Nothing.",
            "{names}, I don't see what I'd gain.",
            "That changes nothing for me, {names}.",
            "You offer me nothing that I need, {names}.",
            "I have that already, {names}, or no use for it.",
            "There's nothing in it for me, {names}.",
            "And what good would that do me, {names}?",
            "That's worth nothing to me, {names}.",
            "I'd be giving it away for nothing, {names}.",
            "Nothing in return is what I hear, {names}.",
        ),
        "refuse_dear": (
            "That would cost me more than it brings, {names}.",
            "You ask too much, {names}.",
            "It's too dear for me, {names}, whatever you add.",
            "I'd lose more by it than you could pay, {names}.",
            "I've counted it twice, {names}. I'd come off worse.",
            "No, {names}. I need that more than what you have.",
            "There's no price at which I'd do that, {names}.",
            "I won't promise that, {names}. It hurts me too much.",
            "Good for you, {names}, bad for me. No.",
            "Sorry, {names}, I can't afford that.",
            "I keep my hands free there, {names}. They're worth more to me free.",
            "{names}, I'd be the one who pays in the end.",
        ),
        "deal_offer": (
            "{to}, {give} for {get}. What do you say?",
            "I offer you {give}, {to}. I'd like {get} for it.",
            "How about {give} for {get}, {to}?",
            "{to}, you'd have {give}, I'd have {get}.",
            "Let's agree on something, {to}: {give} from me, {get} from you.",
            "For {get}, {to}, I'd go as far as {give}.",
            "{give}, {to}, if I get {get} in return.",
            "One thing for another, {to}: {give}, and {get}.",
            "I could do with {get}, {to}. I'd pay with {give}.",
            "{to}, listen: {give}, against {get}. Fair?",
        ),
        "gift_tender": (
            "{names}, one card, and I want {get} for it. Who is first?",
            "I have a card for one of you, {names}: the first who gives me {get}.",
            "{names}, this card goes for {get}. First come, first served.",
            "Who of you gives me {get} for a card? {names}, I'm asking you.",
            "One card, one price: {get}. {names}, the first yes has it.",
            "To {names}: a card for {get}. There's only one.",
            "A card for {get}, {names}. Whoever says yes first.",
            "{names}, which of you wants a card, for {get}?",
        ),
        "dice_buy": (
            "You've looked, {to}. Tell me the dice, and you have {give}.",
            "{to}, the dice, truly, for {give}.",
            "What did you see, {to}? I'd pay with {give}.",
            "I'd give you {give}, {to}, for what lies there.",
            "Nobody else pays for it, {to}: {give}, if you tell me what you saw.",
            "The truth about the dice, {to}, and I owe you {give}.",
            "You know, {to}, and I don't. {give} for the dice?",
            "I don't want a story, {to}, I want the dice. You'd have {give}.",
        ),
        "dice_part": (
            "I go to {place}, {to}, you go anywhere else. Agreed?",
            "{to}, let's not end up in one place. {place} is mine, the rest is yours.",
            "Leave {place} to me, {to}, and I really go there.",
            "I take {place}, {to}. Take something else, and we both have room.",
            "{to}, we share them out: {place} for me, not for you.",
            "If I go to {place}, {to}, will you stay away from it?",
            "There's no room for both of us at {place}, {to}. I go there, you don't.",
            "{place} for me, {to}. You keep clear of it, I keep clear of the rest.",
        ),
        "dice_paid": (
            "As agreed, {to}: {dice}.",
            "My side of it, {to}: {dice}.",
            "You paid for it, {to}. It's {dice}.",
            "It's a deal, {to}, so here it is: {dice}.",
            "{to}, you wanted to know: {dice}.",
            "Here's what I owe you, {to}: {dice}.",
            "A deal is a deal, {to}. I saw {dice}.",
            "{to}, for you: {dice}. That's my part done.",
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
