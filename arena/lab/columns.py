"""The lab's tables by name, and how their columns are told and typed."""

from typing import Any, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from arena.lab.rows import (
    BetrayalRow,
    DestinationRow,
    GameRow,
    GiftRow,
    LookRow,
    LossRow,
    OpportunityRow,
    RoundRow,
    SeatRow,
    VoteRow,
)
from arena.lab.talk_rows import (
    AnnouncementRow,
    ClaimRow,
    DealRow,
    HeardRow,
    MessageRow,
    PlanRow,
    PledgeRow,
    ReportRow,
)

__all__ = ["TABLES", "Column", "columns_of", "described", "sql_type"]

TABLES: dict[str, type] = {
    "games": GameRow,
    "seats": SeatRow,
    "rounds": RoundRow,
    "looks": LookRow,
    "destinations": DestinationRow,
    "losses": LossRow,
    "messages": MessageRow,
    "heard": HeardRow,
    "claims": ClaimRow,
    "reports": ReportRow,
    "deals": DealRow,
    "pledges": PledgeRow,
    "votes": VoteRow,
    "gifts": GiftRow,
    "betrayals": BetrayalRow,
    "announcements": AnnouncementRow,
    "plans": PlanRow,
    "opportunities": OpportunityRow,
}
"""By name, in the order in which they are best read."""


class Column(TypedDict):
    """A column of a table."""

    name: str
    type: str
    """In SQL."""
    meaning: str


SQL = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}


def sql_type(hint: Any) -> str:  # noqa: ANN401 - whatever a column is annotated with
    """Return the SQL type of a column's annotation; what may be null has that of its value."""
    if hint in SQL:
        return SQL[hint]
    inner = [each for each in get_args(hint) if each is not type(None)]
    suffix = "[]" if get_origin(hint) is list else ""
    return sql_type(inner[0]) + suffix


def columns_of(table: str) -> dict[str, str]:
    """Return the columns of a table with their SQL types, in order."""
    return {name: sql_type(hint) for name, hint in get_type_hints(TABLES[table]).items()}


def described(table: str) -> list[Column]:
    """Return the columns of a table with type and meaning."""
    schema = TypeAdapter(TABLES[table]).json_schema()["properties"]
    return [
        Column(name=name, type=kind, meaning=" ".join(schema[name]["description"].split()))
        for name, kind in columns_of(table).items()
    ]
