"""Logs written by hand, and games of random seats that chatter, as several judges read them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import engine
from arena.claims import Claim, Judgement, Proposition
from arena.projections.judge import Judge
from arena.records.record import shown_to
from tests.arena.records_of import record_of

SEATS = ("Anna", "Bruno", "Clara", "Dmitri")
MOH = engine.ruleset("moh")
Record = dict[str, Any]
Key = tuple[str, int]


def p(kind: str, **fields: Any) -> Proposition:  # noqa: ANN401 - any field
    """Return a proposition; `dice` may be a list."""
    return Proposition.read({"kind": kind, **fields})


def claim(kind: str, **fields: Any) -> Claim:  # noqa: ANN401 - any field
    """Return a claim; `condition` may be a proposition."""
    condition = fields.pop("condition", None)
    if condition is not None:
        fields["condition"] = condition.data()
    return Claim.read({"kind": kind, **fields})


def heard(
    records: Iterable[Record], who: str = "all", judge: Judge | None = None
) -> Iterator[tuple[str, Judgement]]:
    """Yield (type of the record that decided it, judgement) as `who` can judge."""
    reading = judge or Judge(MOH, SEATS)
    for record in records:
        if shown_to(record["seen_by"], who):
            yield from (
                (record["type"], each) for each in claims_in(reading.feed(record_of(record)))
            )
    yield from (("close", each) for each in claims_in(reading.close()))


def claims_in(found: Iterable[object]) -> Iterator[Judgement]:
    """Yield the claims among what a judge found; what became of deals is left out."""
    yield from (each for each in found if isinstance(each, Judgement))


class Story:
    """A log that is written line by line; every method adds records and returns the story."""

    def __init__(self) -> None:
        """Begin in the truck phase of round 1 with one card in each hand."""
        self.records: list[Record] = []
        self.at = 0
        self.now = "any"
        self.turns = self.wave = 0
        self.add("deck_shuffled", {"cards": []}, "engine")
        self.round(1)

    def add(self, name: str, data: Record, seen_by: str | Sequence[str] = "all") -> Self:
        """Add a record."""
        self.records.append(
            {
                "i": len(self.records),
                "type": name,
                "round": self.at,
                "phase": self.now,
                "actor": data.get("player"),
                "seen_by": seen_by if isinstance(seen_by, str) else list(seen_by),
                "data": data,
            }
        )
        return self

    def round(self, number: int) -> Self:
        """Begin a round."""
        self.at = number
        return self.add("phase_began", {"round": number, "phase": "truck"})

    def phase(self, name: str) -> Self:
        """Begin another phase of this round."""
        self.now = name
        return self.add("phase_began", {"round": self.at, "phase": name})

    def round_ends(self) -> Self:
        """End the round."""
        return self.add("round_ended", {"round": self.at})

    def game_ends(self) -> Self:
        """End the round and the game."""
        return self.round_ends().add("game_ended", {"reason": "few_left"})

    # --- dice and destinations ---

    def rolls(self, *dice: int) -> Self:
        """Roll the dice under the box."""
        return self.add("dice_rolled", {"dice": list(dice)}, "engine")

    def looks(self, player: str, *dice: int) -> Self:
        """Let a player see them."""
        self.add("dice_peeked", {"player": player, "by": "badge"})
        return self.add("dice_seen", {"player": player, "dice": list(dice)}, [player])

    def lifts(self, *dice: int) -> Self:
        """Show them to all."""
        return self.add("dice_revealed", {"dice": list(dice)})

    def announces(self, player: str, place: int) -> Self:
        """Let an elected Chief announce a destination."""
        return self.add("destination_announced", {"player": player, "place": place})

    def chooses(self, player: str, place: int) -> Self:
        """Let a player choose a destination in secret."""
        return self.add("destination_chosen", {"player": player, "place": place}, [player])

    def reveals(self, **destinations: int) -> Self:
        """TalkTurn all destinations over."""
        return self.add("destinations_revealed", {"destinations": destinations})

    # --- votes ---

    def moves(
        self, player: str, character: str, cause: str = "destination", place: int = 2
    ) -> Self:
        """Let a character go from 1 to a place; that may be 1 as well."""
        data = {"player": player, "character": character, "origin": 1, "place": place}
        return self.add("character_moved", data | {"cause": cause})

    def calls(self, kind: str, place: int, *present: str) -> Self:
        """Call a vote: those who are present may play cards, until the ballot opens."""
        if kind == "attack":
            self.add("attack_began", {"place": place, "strength": 1, "zombies": 1})
        return self.add("vote_called", {"kind": kind, "place": place, "present": list(present)})

    def opens(self, kind: str, place: int) -> Self:
        """Put the ballot to its voters: no more cards are played."""
        return self.add("ballot_opened", {"kind": kind, "place": place, "number": 1})

    def passes(self, player: str) -> Self:
        """Let a player who was asked for a card play none; only they perceive it."""
        return self.add("passed", {"player": player, "kind": "any"}, [player])

    def breaks_tie(self, kind: str, place: int, player: str, chosen: str, tied: str) -> Self:
        """Let the holder of the victim token decide a tie."""
        data = {"kind": kind, "place": place, "player": player, "chosen": chosen}
        return self.add("tie_broken", data | {"candidates": tied.split()})

    def ballots(
        self, kind: str, place: int, among: str = "", number: int = 1, **ballots: str
    ) -> Self:
        """Reveal ballots; candidates are the voters, or those named in `among`."""
        totals = dict.fromkeys(among.split() or ballots, 0)
        for target in ballots.values():
            totals[target] += 1
        data = {"kind": kind, "place": place, "number": number, "ballots": ballots}
        data |= {"totals": totals}
        return self.add("votes_revealed", data)

    def chosen(self, kind: str, place: int, player: str | None) -> Self:
        """End a vote."""
        return self.add(
            "player_chosen", {"kind": kind, "place": place, "player": player, "by": "vote"}
        )

    def skipped(self, kind: str, place: int) -> Self:
        """Hold no vote."""
        return self.add("vote_skipped", {"kind": kind, "place": place, "reason": "nobody_there"})

    def eats(self, player: str, place: int) -> Self:
        """Let a character be eaten."""
        data = {"player": player, "character": "gunman", "place": place}
        return self.add("character_eaten", data)

    def loses(self, player: str) -> Self:
        """Eliminate a player."""
        return self.add("player_eliminated", {"player": player, "place": 4})

    # --- cards ---

    def deals(self, deck: int = 17, **hands: str) -> Self:
        """Deal each player named his cards, separated by spaces; the others have none."""
        for player, cards in hands.items():
            for card in cards.split():
                self.gets(player, card, "deal", [player])
        sizes = {seat: len(hands.get(seat, "").split()) for seat in SEATS}
        return self.add("hands_dealt", {"sizes": sizes, "deck": deck})

    def gets(self, player: str, card: str, source: str, seen_by: Sequence[str]) -> Self:
        """Put a card into a hand."""
        return self.add(
            "card_received", {"player": player, "card": card, "source": source}, seen_by
        )

    def plays(self, player: str, card: str) -> Self:
        """Let a player play a card."""
        return self.add("card_played", {"player": player, "card": card, "place": None})

    def hides(self, player: str, place: int, character: str = "gunman") -> Self:
        """Let a player hide an own character from the vote that is called."""
        self.plays(player, "hidden")
        data = {"player": player, "character": character, "place": place}
        return self.add("character_hidden", data)

    def looks_into_truck(self, player: str, cards: str) -> Self:
        """Let the winner of the truck see cards."""
        drawn = cards.split()
        self.chosen("truck", 4, player)
        self.add("truck_searched", {"player": player, "count": len(drawn)})
        return self.add("cards_seen", {"player": player, "cards": drawn}, [player])

    def shares(self, player: str, keep: str, give: str, to: str, under: str = "") -> Self:
        """Let the searcher keep, give and put back."""
        self.gets(player, keep, "truck", [player])
        self.add("card_given", {"player": player, "recipient": to})
        self.gets(to, give, "gift", [player, to])
        left = int(bool(under))
        self.add("search_ended", {"player": player, "kept": 1, "given": 1, "left": left})
        if under:
            self.add("card_returned", {"player": player, "card": under}, [player])
        return self

    # --- talk ---

    def says(
        self, actor: str, *claims: Claim, to: Sequence[str] = (), at_once: bool = False
    ) -> Self:
        """Let a player speak to all, or whisper; `at_once` with who spoke last."""
        self.turns += 1
        self.wave += not at_once
        data = {
            "turn": f"{actor}.t{self.turns}",
            "message": self.turns,
            "floor": "dice",
            "wave": self.wave,
            "text": "...",
            "to": list(to),
            "whisper": bool(to),
            "claims": [each.data() for each in claims],
            "deals": [],
        }
        self.add("said", data, [actor, *to] if to else "all")
        self.records[-1]["actor"] = actor
        return self

    # --- what is judged ---

    def found(self, who: str = "all") -> list[tuple[str, Judgement]]:
        """Return all judgements, each with the type of the record that decided it."""
        return list(heard(self.records, who))

    def last(self, who: str = "all") -> Judgement:
        """Return the judgement of the claim that was made last."""
        return [each for _, each in self.found(who) if each.message == self.turns][-1]

    def truth(self, who: str = "all") -> str:
        """Return the truth of the claim that was made last."""
        return self.last(who).truth

    def when(self, who: str = "all") -> str:
        """Return the type of the record that decided the claim that was made last."""
        return [name for name, each in self.found(who) if each == self.last(who)][-1]
