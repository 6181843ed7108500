"""What the pages of tournaments are told, key by key, as `rooms/state.py` says it of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from pavage.server.rooms.state import Watched
from pavage.tournament.report.figures import GameTold


class TournamentListed(TypedDict):
    """A tournament in a list of them."""

    id: Annotated[str, "its place in the address"]
    name: Annotated[str, "what it is called"]
    title: Annotated[str, "the game"]
    done: Annotated[int, "games that were played"]
    total: Annotated[int, "of so many"]
    running: Annotated[bool, "it is being played"]


class TournamentsListed(TypedDict):
    """All tournaments (`GET /api/tournaments`)."""

    tournaments: Annotated[list[TournamentListed], "those that the server was started with"]


class Running(Watched):
    """A game that is being played."""

    id: Annotated[str, "the game's place in the tournament"]


class GameWaiting(TypedDict):
    """A game that waits for a person."""

    id: Annotated[str, "the game's place in the tournament"]
    names: Annotated[Sequence[str], "who plays"]


class GamePlayed(GameTold):
    """A game that is over."""

    moves: Annotated[str, "how many"]


class Tournament(TypedDict):
    """A tournament as it stands (`GET /api/tournaments/NAME`)."""

    version: Annotated[str, "another whenever something has changed"]
    name: Annotated[str, "what it is called"]
    summary: Annotated[str, "a line on how it is played"]
    state: Annotated[Literal["running", "rest", "waiting", "over"], "whether it is played, or why not"]
    state_text: Annotated[str, "the same in words"]
    done: Annotated[int, "games that were played"]
    total: Annotated[int, "of so many"]
    head: Annotated[list[str], "of the standings"]
    rows: Annotated[list[list[str]], "of the standings, without the rank"]
    picture: Annotated[str, "the cross-table, as SVG"]
    notes: Annotated[list[str], "how both are read"]
    extremes: Annotated[list[str], "the longest and the shortest game"]
    running: Annotated[list[Running], "games that are being played"]
    waiting: Annotated[list[GameWaiting], "games that wait for a person"]
    recording: Annotated[bool, "such a game may be carried here"]
    players: Annotated[list[str], "everybody who takes part"]
    first: Annotated[int, "games that the page has already: `games` begins after them"]
    games: Annotated[list[GamePlayed], "games that are over"]
