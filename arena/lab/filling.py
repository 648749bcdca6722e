"""Fills the rows of all tables from one game."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from arena.claims.verdict import Verdict
from arena.hash_chain import encode
from arena.lab.betrayals import stakes
from arena.lab.game import Game, JudgedClaim
from arena.lab.measures import MEASURES, opportunities

__all__ = ["rows_of"]

Rows = Iterator[Mapping[str, object]]
UNSETTLED = "unsettled"
OUTCOMES: Mapping[Verdict, str] = {
    Verdict.PROMISE_KEPT: "kept", Verdict.PROMISE_BROKEN: "broken",
    Verdict.ANNOUNCEMENT_KEPT: "kept", Verdict.ANNOUNCEMENT_BROKEN: "broken",
    Verdict.TAKEN_BACK: "taken_back", Verdict.BOTH_FAILED: "both_at_once",
}  # fmt: skip


def rows_of(
    game: Game, measures: Collection[str] | None = None
) -> dict[str, list[Mapping[str, object]]]:
    """Return the rows of every table, each without its `game`.

    Where `measures` are named, only what their estimates need: the seats and their opportunities.
    """
    if measures is None:
        return {name: list(fill(game)) for name, fill in _FILLED.items()}
    return {"seats": list(_seats(game)), "opportunities": list(_opportunities(game, measures))}


def _games(game: Game) -> Rows:
    header, last = game.header, game.records[-1]
    schedule = header.schedule
    yield {
        "digest": game.digest, "ruleset": header.ruleset, "revision": header.revision,
        "seats": len(game.seats), "seed": header.seed, "protocol": header.talk.protocol,
        "whispers": header.talk.whispers,
        "arm": "control" if schedule is None else schedule.arm,
        "epoch": "" if schedule is None else schedule.epoch,
        "rounds": last.round, "ended": game.result["end_reason"],
        "course": game.course, "played": game.played,
    }  # fmt: skip


def _seats(game: Game) -> Rows:
    result = game.result
    headers = {each.name: each for each in game.header.seats}
    for position, seat in enumerate(game.seats):
        yield {
            "seat": seat, "position": position, "entrant": game.entrants[seat],
            "spec": headers[seat].spec, "talks": headers[seat].talks,
            "place": result["placements"][seat], "points": result["scores"][seat],
            "eliminated_at": game.eliminated.get(seat), "replaced_at": game.replaced.get(seat),
        }  # fmt: skip


def _rounds(game: Game) -> Rows:
    for each in game.rounds.values():
        yield {
            "round": each.number, "dice": list(each.dice or ()), "rolled_at": each.rolled_at,
            "closed_at": each.closed_at, "revealed_at": each.revealed_at,
            "deaths": sum(loss.round == each.number for loss in game.losses),
        }  # fmt: skip


def _looks(game: Game) -> Rows:
    for round_ in game.rounds.values():
        for each in round_.looks:
            yield {"at": each.at, "round": each.round, "seat": each.seat, "by": each.by}


def _destinations(game: Game) -> Rows:
    for round_ in game.rounds.values():
        for seat, place in round_.destinations.items():
            yield {
                "round": round_.number, "seat": seat, "place": place,
                "binding": seat in round_.bound,
            }  # fmt: skip


def _losses(game: Game) -> Rows:
    lost = ((game.loss_of(vote), vote.by) for vote in game.votes)
    by = {loss.at: how for loss, how in lost if loss is not None}
    for each in game.losses:
        yield {
            "at": each.at, "round": each.round, "owner": each.owner,
            "character": each.character, "place": each.place, "points": each.points,
            "by": by.get(each.at, ""),
        }  # fmt: skip


def _messages(game: Game) -> Rows:
    plans = {each.asked: each.at for each in game.plans}
    for each in game.messages:
        yield {
            "at": each.at, "round": each.round, "phase": each.phase, "message": each.number,
            "turn": each.turn, "floor": each.floor, "wave": each.wave, "speaker": each.speaker,
            "to": list(each.to), "whisper": each.whisper, "words": each.words,
            "characters": len(each.text), "text": each.text, "claims": len(each.claims),
            "labels": [_label(claim) for claim in each.claims], "deals": len(each.deals),
            "plan_at": plans.get(each.turn), "request": game.requests.get(each.turn),
        }  # fmt: skip


def _label(claim: JudgedClaim) -> str:
    return UNSETTLED if claim.verdict is None else str(claim.verdict)


def _heard(game: Game) -> Rows:
    for each in game.messages:
        for listener in each.hearers:
            yield {
                "at": each.at, "message": each.number, "wave": each.wave, "speaker": each.speaker,
                "listener": listener, "addressed": listener in each.to,
            }  # fmt: skip


def _claims(game: Game) -> Rows:
    for each in game.claims:
        made, judged = each.made, each.judgement
        yield {
            "at": each.at, "round": made.round, "message": made.message, "claim": made.at,
            "speaker": made.speaker, "kind": made.said.kind, "said": encode(made.claim.data()),
            "confidence": made.claim.confidence, "pledge": made.is_pledge,
            "truth": each.truth, "label": _label(each),
            "basis": None if judged is None else judged.basis,
            "prior": None if judged is None else judged.prior,
            "told_by": None if judged is None else judged.told_by,
            "settled_at": None if judged is None else judged.at,
        }  # fmt: skip


def _reports(game: Game) -> Rows:
    for each in game.reports:
        said = each.message
        closed = game.rounds[said.round].closed_at
        yield {
            "at": said.at, "round": said.round, "message": said.number, "speaker": said.speaker,
            "saw": each.saw, "told": each.told, "whisper": said.whisper,
            "claims": len(each.claims), "numbers": each.numbers, "wrong": each.wrong,
            "false": each.false, "before_choice": closed is None or said.at < closed,
        }  # fmt: skip


def _deals(game: Game) -> Rows:
    for each in game.offers:
        offer = {
            "at": each.at, "round": each.round, "deal": each.deal, "floor": each.floor,
            "offerer": each.offerer, "to": each.to, "ending": each.ending,
            "ended_at": each.ended_at,
        }  # fmt: skip
        if not each.sides:
            terms = encode([term.data() for term in each.offer.gives])
            yield {
                **offer, "party": each.offerer, "terms": terms, "outcome": None,
                "settled_round": None, "double_sold": 0,
            }  # fmt: skip
        for party, side in each.sides.items():
            yield {
                **offer, "party": party, "terms": encode([term.data() for term in side.terms]),
                "outcome": side.outcome, "settled_round": side.round,
                "double_sold": len(side.double_sold),
            }  # fmt: skip


def _pledges(game: Game) -> Rows:
    for each in game.claims:
        made = each.made
        if made.is_pledge:
            yield {
                "at": each.at, "round": made.round, "message": made.message, "claim": made.at,
                "speaker": made.speaker, "to": list(made.to), "kind": made.said.kind,
                "promise": not made.is_announcement, "outcome": _outcome(each),
                "settled_at": None if each.judgement is None else each.judgement.at,
            }  # fmt: skip


def _outcome(claim: JudgedClaim) -> str:
    if claim.verdict is not None and claim.verdict in OUTCOMES:
        return OUTCOMES[claim.verdict]
    if claim.truth == "moot":
        return "no_occasion"
    return "settled_before" if claim.truth in {"true", "false"} else "not_known"


def _votes(game: Game) -> Rows:
    for vote in game.votes:
        for ballot in vote.ballots:
            for voter, target in ballot.cast.items():
                yield {
                    "at": ballot.at, "round": vote.round, "vote_at": vote.at, "kind": vote.kind,
                    "place": vote.place, "number": ballot.number, "voter": voter,
                    "target": target, "weight": ballot.weights[voter],
                    "options": list(ballot.candidates), "leaders": list(ballot.leaders),
                    "chosen": vote.chosen, "by": vote.by, "defaulted": voter in ballot.defaulted,
                }  # fmt: skip


def _gifts(game: Game) -> Rows:
    for each in game.gifts:
        yield {
            "at": each.at, "round": each.round, "giver": each.giver, "recipient": each.recipient,
            "recipients": list(each.recipients),
        }  # fmt: skip


def _announcements(game: Game) -> Rows:
    for each in game.announcements:
        made = each.claim.made
        yield {
            "at": each.claim.at, "round": made.round, "seat": made.speaker,
            "announced": made.said.location, "destination": each.destination,
            "news": list(each.news),
        }  # fmt: skip


def _plans(game: Game) -> Rows:
    for each in game.plans:
        yield {
            "at": each.at, "round": each.round, "seat": each.seat, "asked": each.asked,
            "act": each.intent.act, "said": encode(each.intent.said.data()),
            "outcome": each.outcome, "settled_at": each.settled_at, "instead": each.instead,
        }  # fmt: skip


def _opportunities(game: Game, measures: Iterable[str] = tuple(MEASURES)) -> Rows:
    for measure, each in opportunities(game, measures):
        excluded = each.excluded
        if excluded is None and not game.plays(each.actor, each.at):
            excluded = "a bot played for it"
        yield {
            "measure": measure, "cluster": game.cluster, "entrant": game.entrants[each.actor],
            "round": each.round, "at": each.at, "actor": each.actor, "others": list(each.others),
            "eligible": excluded is None, "excluded": excluded,
            "outcome": each.outcome if excluded is None else None, "weight": each.weight,
            "group": each.group,
        }  # fmt: skip


_FILLED: Mapping[str, Callable[[Game], Rows]] = {
    "games": _games, "seats": _seats, "rounds": _rounds, "looks": _looks,
    "destinations": _destinations, "losses": _losses, "messages": _messages, "heard": _heard,
    "claims": _claims, "reports": _reports, "deals": _deals,
    "pledges": _pledges, "votes": _votes, "gifts": _gifts, "announcements": _announcements,
    "betrayals": stakes, "plans": _plans, "opportunities": _opportunities,
}  # fmt: skip
