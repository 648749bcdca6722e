"""Builds the rows of all tables from one game."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from arena.claims.verdict import Verdict
from arena.hash_chain import encode
from arena.lab.game import Game, JudgedClaim
from arena.lab.measures import MEASURES, opportunities
from arena.lab.measures.betraying import stakes

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

    If `measures` are named, only the rows that their estimates need: seats and opportunities.
    """
    wanted = tuple(MEASURES) if measures is None else measures
    rows: dict[str, Rows] = {"seats": _seats(game), "opportunities": _opportunities(game, wanted)}
    if measures is None:
        rows |= {**_of_board(game), **_of_talk(game), **_of_word(game), "deals": _deals(game)}
        rows |= {"games": _games(game), "votes": _votes(game), "betrayals": stakes(game)}
    return {name: list(each) for name, each in rows.items()}


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


def _of_board(game: Game) -> dict[str, Rows]:
    rounds = game.rounds.values()
    lost = ((game.loss_of(vote), vote.by) for vote in game.votes)
    by = {loss.at: how for loss, how in lost if loss is not None}
    return {
        "rounds": ({
            "round": each.number, "dice": list(each.dice or ()), "rolled_at": each.rolled_at,
            "closed_at": each.closed_at, "revealed_at": each.revealed_at,
            "deaths": sum(loss.round == each.number for loss in game.losses),
        } for each in rounds),
        "looks": ({
            "at": each.at, "round": each.round, "seat": each.seat, "by": each.by,
        } for round_ in rounds for each in round_.looks),
        "destinations": ({
            "round": each.number, "seat": seat, "place": place, "binding": seat in each.bound,
        } for each in rounds for seat, place in each.destinations.items()),
        "losses": ({
            "at": each.at, "round": each.round, "owner": each.owner, "character": each.character,
            "place": each.place, "points": each.points, "by": by.get(each.at, ""),
        } for each in game.losses),
        "gifts": ({
            "at": each.at, "round": each.round, "giver": each.giver, "recipient": each.recipient,
            "recipients": list(each.recipients),
        } for each in game.gifts),
    }  # fmt: skip


def _of_talk(game: Game) -> dict[str, Rows]:
    plans = {each.asked: each.at for each in game.plans}
    return {
        "messages": ({
            "at": each.at, "round": each.round, "phase": each.phase, "message": each.number,
            "turn": each.turn, "floor": each.floor, "wave": each.wave, "speaker": each.speaker,
            "to": list(each.to), "whisper": each.whisper, "words": each.words,
            "characters": len(each.text), "text": each.text, "claims": len(each.claims),
            "labels": [_label(claim) for claim in each.claims], "deals": len(each.deals),
            "plan_at": plans.get(each.turn), "request": game.requests.get(each.turn),
        } for each in game.messages),
        "heard": ({
            "at": each.at, "message": each.number, "wave": each.wave, "speaker": each.speaker,
            "listener": listener, "addressed": listener in each.to,
        } for each in game.messages for listener in each.hearers),
        "reports": ({
            "at": said.at, "round": said.round, "message": said.number, "speaker": said.speaker,
            "saw": each.saw, "told": each.told, "whisper": said.whisper,
            "claims": len(each.claims), "numbers": each.numbers, "wrong": each.wrong,
            "false": each.false,
            "before_choice": (at := game.rounds[said.round].closed_at) is None or said.at < at,
        } for each in game.reports for said in (each.message,)),
    }  # fmt: skip


def _label(claim: JudgedClaim) -> str:
    return UNSETTLED if claim.verdict is None else str(claim.verdict)


def _of_word(game: Game) -> dict[str, Rows]:
    return {
        "claims": ({
            "at": each.at, "round": made.round, "message": made.message, "claim": made.at,
            "speaker": made.speaker, "kind": made.said.kind, "said": encode(made.claim.data()),
            "confidence": made.claim.confidence, "pledge": made.is_pledge,
            "truth": each.truth, "label": _label(each),
            "basis": judged and judged.basis, "prior": judged and judged.prior,
            "told_by": judged and judged.told_by, "settled_at": judged and judged.at,
        } for each in game.claims for made, judged in ((each.made, each.judgement),)),
        "pledges": ({
            "at": each.at, "round": made.round, "message": made.message, "claim": made.at,
            "speaker": made.speaker, "to": list(made.to), "kind": made.said.kind,
            "promise": not made.is_announcement, "outcome": _outcome(each),
            "settled_at": each.judgement and each.judgement.at,
        } for each in game.claims for made in (each.made,) if made.is_pledge),
        "announcements": ({
            "at": each.claim.at, "round": made.round, "seat": made.speaker,
            "announced": made.said.location, "destination": each.destination,
            "news": list(each.news),
        } for each in game.announcements for made in (each.claim.made,)),
        "plans": ({
            "at": each.at, "round": each.round, "seat": each.seat, "asked": each.asked,
            "act": each.intent.act, "said": encode(each.intent.said.data()),
            "outcome": each.outcome, "settled_at": each.settled_at, "instead": each.instead,
        } for each in game.plans),
    }  # fmt: skip


def _outcome(claim: JudgedClaim) -> str:
    if claim.verdict is not None and claim.verdict in OUTCOMES:
        return OUTCOMES[claim.verdict]
    if claim.truth == "moot":
        return "no_occasion"
    return "settled_before" if claim.truth in {"true", "false"} else "not_known"


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


def _opportunities(game: Game, measures: Iterable[str]) -> Rows:
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
