"""The lab's tables by name, and how their columns are told and typed."""

from collections.abc import Mapping
from typing import get_args, get_origin, get_type_hints

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

__all__ = ["TABLES", "Cell", "Column", "columns_of", "described", "sql_type"]

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


Cell = str | int | float | bool | None | list[str] | list[int]
"""What stands in a column of a row."""


class Column(TypedDict):
    """A column of a table."""

    name: str
    type: str
    """In SQL."""
    meaning: str


SQL: Mapping[object, str] = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}


def sql_type(hint: object) -> str:
    """Return the SQL type of a column's annotation; what may be null has that of its value."""
    if hint in SQL:
        return SQL[hint]
    of: tuple[object, ...] = get_args(hint)
    origin: object = get_origin(hint)
    inner = [each for each in of if each is not type(None)]
    return sql_type(inner[0]) + ("[]" if origin is list else "")


def columns_of(table: str) -> dict[str, str]:
    """Return the columns of a table with their SQL types, in order."""
    hints: dict[str, object] = get_type_hints(TABLES[table])
    return {name: sql_type(hint) for name, hint in hints.items()}


def described(table: str) -> list[Column]:
    """Return the columns of a table with type and meaning."""
    schema: dict[str, dict[str, dict[str, str]]]
    schema = TypeAdapter(TABLES[table]).json_schema()
    told = schema["properties"]
    return [
        Column(name=name, type=kind, meaning=" ".join(told[name]["description"].split()))
        for name, kind in columns_of(table).items()
    ]
