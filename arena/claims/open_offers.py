"""The open offers of deals, and which acts on deals are possible.

Whether an answer is possible depends only on what its speaker heard, and on what everybody sees.
Speeches of one wave do not know of each other: what is answered and withdrawn at once is answered.
An answer that its offerer does not hear has no effect.
"""

from collections.abc import Sequence

from arena.claims.agreements import Deal
from arena.claims.offers import DealAct, Offer, Reply

OPEN = 2
"""The most open offers that a seat may have at once."""
WITHDRAW = "Possible: to withdraw one of them first."


class OpenOffers:
    """All offers of one game, as far as they were heard, and their states."""

    def __init__(self) -> None:
        self.deals: dict[int, Deal] = {}
        self._round = 0

    def problem(
        self, said: Sequence[tuple[DealAct, Sequence[str] | None]], speaker: str, wave: int
    ) -> str | None:
        """Return why a speech can't have these acts on deals, in one sentence; None: it can.

        `said` are its acts, each with who else hears it (None: all); `wave` is that of the turn.
        """
        done: set[int] = set()
        pending = [
            number for number, each in self.deals.items() if self._is_pending(each, speaker, wave)
        ]
        offers = len(pending)
        for act, hearers in said:
            number = act.counters if isinstance(act, Offer) else act.deal
            if number is not None:
                problem = self._answer_problem(act, number, speaker, wave, hearers)
                if problem is not None:
                    return problem
                if number in done:
                    return f"You answer deal {number} twice. Possible: one answer to it."
                done.add(number)
                offers -= self._is_withdrawn(act, number, wave, hearers)
            if isinstance(act, Offer):
                offers += 1
                problem = self._time_problem(act)
                if problem is not None:
                    return problem
            if offers > OPEN:
                known = f" Open: {', '.join(map(str, pending))}." if pending else ""
                return f"At most {OPEN} of your offers can be open.{known} {WITHDRAW}"
        return None

    def _is_withdrawn(
        self, act: DealAct, number: int, wave: int, hearers: Sequence[str] | None
    ) -> bool:
        """Return True if an act leaves the speaker's offer open for nobody, as far as they know.

        Who does not hear that it is withdrawn can still accept.
        """
        if not isinstance(act, Reply) or act.act != "withdraw":
            return False
        deal = self.deals[number]
        return hearers is None or all(
            seat in hearers
            for seat in deal.offer.to
            if deal.is_open(seat, as_heard_by=deal.offerer, wave=wave)
        )

    def _time_problem(self, offer: Offer) -> str | None:
        """Return the problem of an end in a round that is over; None: there is none."""
        for until in (offer.until, *(term.until for term in (*offer.gives, *offer.wants))):
            if until is not None and until < self._round:
                return f"Your offer has until {until}. Possible: {self._round} or later, or null."
        return None

    def _is_pending(self, deal: Deal, offerer: str, wave: int) -> bool:
        """Return True if this player's offer is open, as far as they know in a wave."""
        if deal.offerer != offerer:
            return False
        return deal.wave == wave or any(
            deal.is_open(seat, as_heard_by=offerer, wave=wave) for seat in deal.offer.to
        )

    def _answer_problem(
        self, act: DealAct, number: int, speaker: str, wave: int, hearers: Sequence[str] | None
    ) -> str | None:
        open_ = self.open_to(speaker, wave)
        if isinstance(act, Reply) and act.act == "withdraw":
            own = self.open_of(speaker, wave)
            if number in own:
                return None
            return f"You can't withdraw deal {number}. {_numbers(own)}"
        if number not in open_:
            return f"You can't answer deal {number}. {_numbers(open_)}"
        offerer = self.deals[number].offerer
        if isinstance(act, Offer) and offerer not in act.to:
            return (
                f"Your counter-offer to deal {number} is not to {offerer}. Possible: to {offerer}."
            )
        if hearers is not None and offerer not in hearers:
            return f"{offerer} would not hear your answer to deal {number}. Possible: that they do."
        return None

    def open_to(self, player: str, wave: int) -> list[int]:
        """Return the numbers of the deals that a player can answer in a wave."""
        return [
            number
            for number, deal in self.deals.items()
            if deal.is_open(player, as_heard_by=player, wave=wave)
        ]

    def open_of(self, player: str, wave: int) -> list[int]:
        """Return the numbers of the deals that a player can withdraw in a wave."""
        return [
            number
            for number, deal in self.deals.items()
            if deal.wave != wave and self._is_pending(deal, player, wave)
        ]


def _numbers(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers))
    return f"Possible: {listed}." if listed else "There is none that you could."
