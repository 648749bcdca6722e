"""Draws a game's data in a terminal: lines, boards, promises and questions.

Its only source is data from a server. Output is text, never markup, and control characters are
escaped (`arena.text.escaped_all`).
"""

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from arena.console import Paragraph, join
from arena.faces.scene import BoardData, Head, Line, Now, Promise
from arena.narration.board import NARROW

INKS = ("dark_orange", "bright_blue", "green", "cyan", "magenta", "grey62")
"""Colours of the seats, in order."""
STYLES = {"strong": "bold", "dim": "dim", "danger": "bold red", "secret": "dim"}
"""rich styles of the styles of lines; a seat's is its colour."""
SIGNS = {"kept": "✓", "true": "✓", "broken": "✕", "false": "✕", "none": "-"}
"""Signs of settled promises; an open one has a ring."""
OPEN = "○"
NO_WALLS = "no walls"
CHARACTERS = 4
"""Index of the only column that may be wrapped."""
HEADS = ("Location", "Taken", "Strength", "{attackers}", "Characters")


class Drawing:
    """Draws the data of one game."""

    def __init__(self, head: Head) -> None:
        """`head` has the names of things."""
        self.head = head
        self._inks = {
            seat["name"]: ink for seat, ink in zip(head["seats"], INKS, strict=False)
        }  # fmt: skip
        self._symbols = {seat["name"]: seat["symbol"] for seat in head["seats"]}
        self._characters = {each["id"]: each["name"] for each in head["characters"]}
        self._cards = {each["id"]: each["name"] for each in head["cards"]}
        self._phases = {each["id"]: each["title"] for each in head["phases"]}

    def seat(self, name: str) -> Text:
        """Return a seat's name in its colour."""
        return Text(name, f"bold {self._inks.get(name, '')}")

    def badge(self, name: str) -> Text:
        """Return a seat's symbol and name in its colour."""
        return Text(f"{self._symbols.get(name, '?')}{name}", self._inks.get(name, ""))

    def phase(self, id_: str | None) -> str:
        """Return the heading of a phase; empty for None."""
        return "" if id_ is None else self._phases.get(id_, "")

    def place(self, number: int) -> Text:
        """Return a place's number and name."""
        name = next((r["name"] for r in self.head["rooms"] if r["number"] == number), "")
        return Text(f"{number} {name}", "bold")

    # --- narration ---

    def lines(self, told: Iterable[Line]) -> list[RenderableType]:
        """Draw narration."""
        return [part for line in told for part in self._line(line)]

    def spans(self, spans: Sequence[Sequence[str]]) -> Text:
        """Join pieces of text in their styles."""
        text = Text()
        for piece in spans:
            style = piece[1] if len(piece) > 1 else ""
            ink = self._inks.get(style.removeprefix("seat:"))
            text.append(piece[0], f"bold {ink}" if ink else STYLES.get(style, ""))
        return text

    def _line(self, line: Line) -> Iterator[RenderableType]:
        indent = 2 + 2 * line.get("indent", 0)
        match line["as"]:
            case "round":
                yield from (Text(""), Rule(self.spans(line["spans"]), align="left", style="dim"))
            case "phase":
                title = self.spans(line["spans"])
                title.stylize("bold underline")
                yield from (Text(""), title)
            case "speech" | "whisper" if "by" in line:
                yield Paragraph(self._speech(line), indent)
                for claim in line.get("claims", ()):
                    known = f" ({claim[1]})" if len(claim) > 1 else ""
                    yield Paragraph(Text(f"claims: {claim[0]}{known}", "dim"), indent + 2)
            case "table":
                yield from (Text(""), Padding(self._table(line), (0, 0, 0, 2), expand=False))
            case _:
                yield Paragraph(self.spans(line["spans"]), indent)

    def _speech(self, line: Line) -> Text:
        hearers = join([self.seat(each) for each in line.get("to", ())])
        text = Text.assemble(self.seat(line["by"]))
        if line["as"] == "whisper":
            text.append(" whispers to ")
        elif hearers:
            text.append(" to ")
        text.append_text(hearers)
        if not line["spans"]:
            return text.append(".")
        text.append(": “").append_text(self.spans(line["spans"])).append("”")
        return text.append(" (only you)", "dim") if line.get("private") else text

    def _table(self, line: Line) -> Table:
        heads, *rows = line.get("rows", [[]])
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
        for at, head in enumerate(heads):
            table.add_column(self.spans(head), justify="right" if at else "left")
        for row in rows:
            table.add_row(*(self.spans(cell) for cell in row))
        return table

    # --- board and promises ---

    def board(self, board: BoardData) -> "BoardPicture":
        """Draw the board."""
        return BoardPicture(self, board)

    def card(self, id_: str) -> Text:
        """Return a card's name."""
        return Text(self._cards.get(id_, id_), "italic")

    def figures(self, board: BoardData, room: str) -> list[Text]:
        """Return the characters in a room, an entry per owner."""
        found = []
        for seat in self._symbols:
            there = [
                Text.assemble(
                    self._characters.get(each["character"], each["character"]),
                    (" hidden", "dim") if each["hidden"] else "",
                )
                for each in board["rooms"][room]["figures"]
                if each["seat"] == seat
            ]
            if there:
                found.append(Text.assemble(self.badge(seat), " ", Text(" + ").join(there)))
        return found

    def promise(self, each: Promise) -> Text:
        """Return an offer, a deal, a promise or a report on one line."""
        number = f" {each['number']}" if "number" in each else ""
        to = join([self.seat(name) for name in each["to"]])
        text = Text.assemble(f"{SIGNS.get(each['state'], OPEN)} ", self.seat(each["by"]))
        if to:
            text.append(" → ").append_text(to)
        text.append(f", {each['kind']}{number}: {each['text']} ")
        state = f"accept {each['number']}, or decline" if _answerable(each) else each["state"]
        return text.append(f"({state})", "bold" if _answerable(each) else "dim")

    # --- questions ---

    def question(self, now: Now) -> list[RenderableType]:
        """Return the question with its options by key."""
        lines: list[RenderableType] = [Text(""), Text(now["title"], "bold")]
        if now.get("consequence"):
            lines.append(Text(now["consequence"], "dim"))
        for each in now["options"]:
            label = each["label"].removeprefix(f"{each['key']} ")
            lines.append(Text.assemble((f"{each['key']:>4}", "bold"), f"  {label}"))
        return lines


def _answerable(each: Promise) -> bool:
    return each["answerable"] and "number" in each


class BoardPicture:
    """A board as a table, or as a list if the terminal is narrow."""

    def __init__(self, drawing: Drawing, board: BoardData) -> None:
        self._drawing, self._board = drawing, board

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Paragraph(self._status())
        hand = self._board["hands"].get(self._drawing.head["viewpoint"])
        if hand is not None:
            held = join([self._drawing.card(each) for each in hand])
            yield Paragraph(Text.assemble("You hold ", held or "nothing", "."))
        if options.max_width < NARROW:
            yield from (Paragraph(line) for line in self._list())
        else:
            yield Padding(self._table(), (0, 0, 0, 2), expand=False)

    def _status(self) -> Text:
        board, drawing = self._board, self._drawing
        parts = []
        if board["chief"] is not None:
            elected = ", elected" if board["elected"] else ""
            leader = drawing.head["leader"]
            parts.append(Text.assemble(f"{leader} ", drawing.badge(board["chief"]), elected))
        if board["victim"] is not None:
            parts.append(Text.assemble("victim token ", drawing.badge(board["victim"])))
        if board["sizes"] is not None:
            sizes = [Text.assemble(drawing.seat(s), f" {n}") for s, n in board["sizes"].items()]
            parts.append(Text.assemble(f"{drawing.head['card'][1]} ", join(sizes, ", ")))
        if board["deck"] is not None:
            parts.append(Text(f"deck {board['deck']}"))
        if board["cold_room"]:
            parts.append(Text(f"cold room {board['cold_room']}"))
        dice = board["dice"]
        if dice is not None and dice["values"] is not None:
            parts.append(Text(f"dice {', '.join(map(str, dice['values']))}", "bold"))
        return Text("  ·  ").join(parts)

    def _rows(self) -> Iterator[tuple[Text, Text, Text, Text, list[Text]]]:
        """Yield each room's name, occupancy, strength, attackers and characters."""
        drawing = self._drawing
        for room in drawing.head["rooms"]:
            here = self._board["rooms"][str(room["number"])]
            name = drawing.place(room["number"])
            if here["closed"]:
                yield name, Text("closed", "dim"), Text(""), Text(""), []
                continue
            of = "" if room["capacity"] is None else f" of {room['capacity']}"
            strength = NO_WALLS if room["parking"] else here["strength"]
            coming = f" +{here['coming']}" if here.get("coming") else ""
            zombies = f"{here['zombies']}{coming}" if here["zombies"] or coming else ""
            yield (
                name, Text(f"{here['taken']}{of}"),
                Text("" if strength is None else f"{strength}"), Text(zombies, "bold red"),
                drawing.figures(self._board, str(room["number"])),
            )  # fmt: skip

    def _table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
        attackers = self._drawing.head["attacker"][1].capitalize()
        for at, head in enumerate(HEADS):
            table.add_column(
                head.format(attackers=attackers),
                justify="right" if at in {1, 2, 3} else "left",
                no_wrap=at < CHARACTERS,
            )
        for name, taken, strength, zombies, owners in self._rows():
            table.add_row(name, taken, strength, zombies, Text(", ").join(owners))
        return table

    def _list(self) -> Iterator[Text]:
        for name, taken, strength, zombies, owners in self._rows():
            facts = [Text.assemble(name, ": ", taken)]
            if strength:
                is_number = strength.plain.isdigit()
                facts.append(Text(f"strength {strength.plain}") if is_number else strength)
            if zombies:
                one, many = self._drawing.head["attacker"]
                noun = one if zombies.plain == "1" else many
                facts.append(Text.assemble(zombies, (f" {noun}", "bold red")))
            yield Text(", ").join(facts)
            yield from (Text.assemble("  ", owner) for owner in owners)
