"""The board in words, from what a seat sees of it.

A function of the view: what the view holds back cannot be said here. What changes with every
question, the vote under way and the attack, stands with the question.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from arena.narration.words import Words

__all__ = ["Board"]

View = Mapping[str, Any]


class Board:
    """Draws one table's boards."""

    def __init__(self, words: Words) -> None:
        """Take the words of the table."""
        ruleset = words.ruleset
        self._words, self._family = words, words.family
        self._characters = {each.id: each for each in ruleset.characters}
        self._cards = {each.id: each.name for each in ruleset.cards}

    def text(self, view: View) -> str:
        """Return the lines of the section, without its heading."""
        lines = [
            " ".join([self._when(view), *self._holders(view), *self._fate(view)]),
            " ".join([*self._cards_held(view), *self._cards_gone(view)]),
            " ".join([*self._dice(view), *self._destinations(view)]),
            *(self._place(place) for place in view["places"]),
        ]
        return "\n".join(line for line in lines if line)

    def _when(self, view: View) -> str:
        phase = self._words.phase(view["phase"]).lower()
        return f"Round {view['round']}, {phase}." if view["round"] else "Set-up."

    def _holders(self, view: View) -> list[str]:
        said = []
        if view["chief"] is not None:
            elected = ", elected this round" if view["chief_elected"] else ""
            title = self._family.title
            said.append(f"{title[0].upper()}{title[1:]}: {view['chief']}{elected}.")
        if view["victim_token"] is not None:
            said.append(f"Victim token: {view['victim_token']}.")
        if view["eliminated"]:
            said.append(f"Out: {', '.join(view['eliminated'])}.")
        return said

    def _fate(self, view: View) -> list[str]:
        """Return how far the cold room is filled, where there is one."""
        if not view["cold_room"]:
            return []
        dead, dice = view["cold_room"], view["dice_count"]
        enough = "more than" if view["ties_hold"] else "as many as"
        get_in = f"{self._family.attacker}s get in where they are {enough} the strength"
        return [f"Cold room: {dead} dead, so {dice} dice, and {get_in}."]

    def _cards_held(self, view: View) -> list[str]:
        own = ", ".join(f"{self._cards[card]} (`{card}`)" for card in view["hand"]) or "none"
        others = [f"{s} {n}" for s, n in view["hand_sizes"].items() if s != view["seat"]]
        return [f"Your {self._words.dialect.card}s: {own}.", f"Others hold: {', '.join(others)}."]

    def _cards_gone(self, view: View) -> list[str]:
        said = [f"Deck: {view['deck_size']}."]
        if view["played"]:
            counts = Counter(self._cards[card] for card in view["played"])
            each = (f"{name} x{n}" if n > 1 else name for name, n in counts.items())
            said.append(f"Played so far: {', '.join(each)}.")
        if view["boxed"]:
            said.append(f"Out of the game unseen: {view['boxed']}.")
        if view["truck"]:
            said.append(f"You see from the truck: {self.cards(view['truck'])}.")
        return said

    def _dice(self, view: View) -> list[str]:
        looked = view["dice_seen_by"]
        if view["dice"] is None and not looked:
            return []
        dice = "unknown to you" if view["dice"] is None else " ".join(map(str, view["dice"]))
        return [f"Dice: {dice}{'; looked at by ' + ', '.join(looked) if looked else ''}."]

    def _destinations(self, view: View) -> list[str]:
        known = {seat: place for seat, place in view["destinations"].items() if place is not None}
        if not known:
            return []
        return [f"Destinations: {', '.join(f'{seat} {place}' for seat, place in known.items())}."]

    def _place(self, place: Mapping[str, Any]) -> str:
        name = f"- {place['number']} {place['name']}"
        if place["closed"]:
            return f"{name} (closed)"
        owners: dict[str, list[str]] = {}
        for each in place["characters"]:
            hidden = " (hidden)" if each["hidden"] else ""
            character = self._characters[each["character"]].name
            owners.setdefault(each["player"], []).append(f"{character}{hidden}")
        there = "; ".join(f"{owner}'s {', '.join(own)}" for owner, own in owners.items())
        return f"{name} ({self._room(place)}): {there or 'nobody'}"

    def _room(self, place: Mapping[str, Any]) -> str:
        taken, capacity = len(place["characters"]), place["capacity"]
        room = f"{taken} taken" if capacity is None else f"{taken} of {capacity} taken"
        attackers = self._family.attackers(place["zombies"])
        if place["strength"] is None:
            return f"{room}, {attackers}"
        return f"{room}, strength {place['strength']}, {attackers}"

    # --- names, for the questions ---

    def place(self, number: int) -> str:
        """Return `4 Parking Lot`."""
        return self._words.place(number).plain

    def cards(self, ids: Sequence[str]) -> str:
        """Return the names of cards."""
        return ", ".join(self._cards[card] for card in ids)

    def vote(self, kind: str) -> str:
        """Return what a vote decides."""
        return self._words.dialect.questions.get(kind, "Who loses a character?")

    def topic(self, kind: str) -> str:
        """Return the same inside a sentence: `who searches the truck`."""
        question = self.vote(kind).rstrip("?")
        return question[0].lower() + question[1:]

    @property
    def card(self) -> str:
        """Return what is held in a hand."""
        return self._words.dialect.card
