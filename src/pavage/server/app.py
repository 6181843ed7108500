"""The application: pages, tables and sockets, put together."""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from anyio import to_thread
from fastapi import FastAPI, Header, Request, WebSocket
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from pavage.bots.opponents import Opponents
from pavage.formats.record import Record, write_record
from pavage.formats.sheets import as_csv, as_text
from pavage.pages.bundle import bundle, plain_sheet
from pavage.pages.edition import SERVED, edition
from pavage.players.search_queue import Places
from pavage.players.workers import Workers, spare_cores
from pavage.registry import board_of, games
from pavage.server import limits
from pavage.server.all_rooms import Rooms
from pavage.server.classes.all_classes import Classes
from pavage.server.classes.routes import router as classes
from pavage.server.contests.contest import LiveContest
from pavage.server.contests.contest_room import ContestRoom
from pavage.server.front.routes import router as front
from pavage.server.lessons.reading import router as reading
from pavage.server.lessons.routes import router as lessons
from pavage.server.lessons.teaching import router as teaching
from pavage.server.messages import NewContest, NewTable
from pavage.server.new_game.catalogue import catalogue, preview
from pavage.server.new_game.game_import import router as opening
from pavage.server.new_game.puzzle_maker import router as puzzles
from pavage.server.new_game.setup_editor import router as setups
from pavage.server.new_game.tilings import router as gallery
from pavage.server.printing.print_queue import PrintQueue
from pavage.server.printing.routes import router as printing
from pavage.server.rooms import page_state
from pavage.server.rooms.base_room import BaseRoom
from pavage.server.rooms.seat_keys import hashed
from pavage.server.rooms.seating import record_seats
from pavage.server.rooms.socket import converse, turn_away
from pavage.server.site.addresses import Network
from pavage.server.site.costly import Costly, address_of
from pavage.server.site.guard import Guard
from pavage.server.site.health import Health
from pavage.server.site.metrics import Metrics
from pavage.server.site.mistakes import Mistakes
from pavage.server.site.operations import add_errors, add_health
from pavage.server.site.pages import router as pages
from pavage.server.site.pages import wanted_words
from pavage.server.site.rate_limit import Paces
from pavage.server.site.theme import themed, wanted_theme
from pavage.server.tables.series_games import router as series
from pavage.server.tables.table_room import TableRoom
from pavage.server.tournaments.carrying import Carrying
from pavage.server.tournaments.folder import Tournaments
from pavage.server.tournaments.relay import router as relaying
from pavage.server.tournaments.routes import router as live_page
from pavage.store import Damaged, Gone, News, Store, StoreFailed, open_store
from pavage.view.svg import board_svg

# Some systems think otherwise, and a browser then refuses the modules.
mimetypes.add_type("text/javascript", ".js")

SHEETS = {"txt": (as_text, "text/plain"), "csv": (as_csv, "text/csv")}
"""How a score sheet can be saved."""


def create_app(
    workers: Workers | None = None,
    language: str | None = None,
    pause: float = 0.4,
    store: Store | None = None,
    public: str = "",
    forget_after: float | None = None,
    tournaments: Path | None = None,
    proxies: Sequence[Network] = (),
) -> FastAPI:
    """The application. It makes and closes its own workers unless it is given some.

    Without a store it keeps its tables in a temporary one, gone afterwards. `public` is the address under
    which others reach it. After `forget_after` days in which nothing happened there, a table is removed.

    `tournaments` is a folder of tournaments, or the file of one. On a server that is for this computer only,
    people may carry moves there; on a public one they only look on.

    `language` is what pages speak if neither reader nor browser asks for one of ours; `pause` is how long a
    computer takes at least, so that a person sees their own stone first. `proxies` are believed when they say
    for whom they speak.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as closing:
            kept = store
            if kept is None:
                folder = closing.enter_context(tempfile.TemporaryDirectory(prefix="pavage-"))
                kept = closing.enter_context(open_store(f"sqlite:///{folder}/pavage.db"))
            own = Opponents(places=Places.on(spare_cores())) if workers is None else workers
            if workers is None:
                closing.callback(own.close)
            app.state.workers = own
            to_thread.current_default_thread_limiter().total_tokens = limits.THREADS
            app.state.language = language
            app.state.tournaments = Tournaments(tournaments, recording=not public)
            app.state.metrics = Metrics()
            asyncio.get_running_loop().set_exception_handler(app.state.metrics.unhandled)
            app.state.health = Health(kept)
            app.state.visitors = Paces()
            app.state.prints = PrintQueue(own)
            app.state.costly = Costly()
            closing.callback(app.state.costly.close)
            app.state.carrying = Carrying(app.state.tournaments)
            if isinstance(own, Opponents):
                own.further = app.state.tournaments.program
            seen, told = _telling(app)
            app.state.rooms = Rooms(
                kept, own, app.state.metrics, pause, costly=app.state.costly, seen=seen, told=told
            )
            closing.push_async_callback(app.state.rooms.close)
            app.state.classes = Classes(kept, app.state.rooms, app.state.metrics, public)
            closing.callback(app.state.classes.close)
            listening = app.state.rooms.listen()
            if listening is not None:
                closing.callback(listening.close)
            works = [app.state.metrics.watch_the_loop(), app.state.rooms.wake()]
            works.append(app.state.classes.keep_forgetting())
            if kept.shared:
                works.append(app.state.rooms.keep_announcing())
            if forget_after is not None:
                works.append(app.state.rooms.forget_after(forget_after))
            for work in works:
                closing.callback(asyncio.create_task(work).cancel)
            yield

    app = FastAPI(
        title="Pavage", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json"
    )
    # Level 9, the default, takes four times as long as 6, and makes boards no smaller.
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)
    app.add_middleware(Mistakes)
    app.add_middleware(Guard, public=public, proxies=proxies)
    add_errors(app)
    _add_files(app)
    _add_games(app)
    _add_tables(app)
    _add_deletion(app)
    add_health(app)
    for router in front, pages, lessons, reading, teaching, puzzles, setups, gallery, opening, printing:
        app.include_router(router)
    for router in series, live_page, relaying, classes:
        app.include_router(router)
    return app


def _telling(app: FastAPI) -> tuple[Callable[[TableRoom | LiveContest], None], Callable[[News], None]]:
    """Who else is told what happened at a table, and what other servers say."""

    def seen(kept: TableRoom | LiveContest) -> None:
        if isinstance(kept, TableRoom):
            app.state.carrying(kept)
        app.state.classes.saw(kept)

    return seen, lambda news: app.state.classes.told(news)


def _add_files(app: FastAPI) -> None:
    for folder in ("web", "view"):
        app.mount(f"/{folder}", _Sheets(directory=Path(__file__).parent.parent / folder))


class _Sheets(StaticFiles):
    """Only what a browser reads. What is asked for by its edition can be kept for ever."""

    async def get_response(self, path: str, scope: Any) -> Response:
        if not path.endswith(SERVED):
            raise HTTPException(404)
        first, *rest = Path(path).parts
        named = first.startswith("@")
        if named and rest[:1] == ["bundle"]:
            response: Response = _bundled("/".join(rest[1:]))
        else:
            response = await super().get_response(str(Path(*rest)) if named else path, scope)
            if path.endswith(".css") and isinstance(response, FileResponse):
                response = Response(plain_sheet(str(response.path), edition()), media_type="text/css")
        # A page that was open while the server was renewed gets the file of today, and keeps it for no time.
        if named and first == f"@{edition()}":
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def _bundled(name: str) -> Response:
    try:
        return Response(bundle(name, edition()), media_type="text/javascript")
    except LookupError:
        raise HTTPException(404) from None


def _add_games(app: FastAPI) -> None:
    @app.get("/api/words")
    async def say(request: Request) -> dict[str, str]:
        """The words of the pages."""
        return wanted_words(request).every("web.")

    @app.get("/api/games", response_model=None)
    async def list_games(request: Request) -> JSONResponse:
        """The games with their declared options."""
        listed: list[page_state.GameListed] = catalogue(wanted_words(request), app.state.workers)
        return JSONResponse(listed)  # as it is: to look through it first would take longer than all else

    @app.get("/api/games/{name}/preview", response_model=None)
    async def show_game(request: Request, name: str, turn: int = 0) -> page_state.Preview:
        """How a game would begin with the options in the query."""
        given = {key: value for key, value in request.query_params.items() if key not in ("turn", "language")}

        def show() -> page_state.Preview:
            game = games()[name[:64]](**given)
            return preview(game, themed(wanted_words(request), wanted_theme(request), game.players), turn)

        shown: page_state.Preview = await app.state.costly.do(address_of(request), show)
        return shown


def _add_tables(app: FastAPI) -> None:
    @app.post("/api/tables", status_code=201, response_model=None)
    async def open_table(request: Request, wanted: NewTable) -> page_state.TableSet:
        """Set a table: its id, and a key for each seat of a person."""
        opened: page_state.TableSet = await app.state.rooms.open(wanted, address_of(request))
        return opened

    @app.post("/api/contests", status_code=201, response_model=None)
    async def open_contest(request: Request, wanted: NewContest) -> page_state.ContestSet:
        """Begin a race or a duel; each player's name, and the id of the table that is theirs alone."""
        opened = await app.state.rooms.open_contest(wanted, address_of(request))
        return {"players": [{"name": name, "id": table} for name, table in opened]}

    @app.get("/api/tables/{name}/board.svg", response_class=Response)
    async def show_board(request: Request, name: str, turn: int = 0, board: str = "") -> Response:
        """The board without anything on it; of a board that grows, the part that a scene names."""
        game = (await _room(request, name)).table.match.game

        def draw() -> str:
            drawn = board_of(game, board)
            return board_svg(drawn, turn if turn in drawn.turns else 0)

        try:
            if len(board) > limits.BOARD_NAME:
                raise LookupError
            svg = await app.state.costly.draw(address_of(request), game, draw)
        except (LookupError, ValueError):
            raise HTTPException(404, wanted_words(request)("web.bad_message")) from None
        return Response(svg, media_type="image/svg+xml")

    @app.get("/api/tables/{name}/record", response_class=PlainTextResponse)
    async def save(request: Request, name: str) -> PlainTextResponse:
        """The match as a record, to keep."""
        room = await _room(request, name)
        match, today = room.kept(), date.today().isoformat()
        text = write_record(Record(match, record_seats(room.table.chairs), {"date": today}))
        file = f"{match.game.name}-{today}.pavage"
        return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{file}"'})

    @app.get("/api/tables/{name}/sheets/{sheet}.{ending}", response_class=Response)
    async def save_sheet(request: Request, name: str, sheet: str, ending: str) -> Response:
        """A table beside the board, as text or CSV."""
        room, words = await _room(request, name), wanted_words(request)
        game = room.table.match.game
        found = room.sheet(sheet)
        if found is None or ending not in SHEETS:
            raise HTTPException(404, words("web.no_sheet"))
        write, kind = SHEETS[ending]
        text = write(found, themed(words, wanted_theme(request), game.players))
        file = f"{game.name}-{found.name}-{date.today().isoformat()}.{ending}"
        headers = {"content-disposition": f'attachment; filename="{file}"'}
        return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)

    @app.websocket("/api/tables/{name}/live")
    async def live(socket: WebSocket, name: str) -> None:
        words = wanted_words(socket)
        try:
            room = await app.state.rooms.get(name)
        except StoreFailed as error:
            key = "damaged" if isinstance(error, Damaged) else "not_read"
            return await turn_away(socket, words(f"web.table.{key}"))
        await converse(socket, room, words, wanted_theme(socket), app.state.metrics, app.state.visitors)


async def _room(request: Request, name: str) -> BaseRoom:
    room: BaseRoom | None = await request.app.state.rooms.get(name)
    if room is None:
        raise HTTPException(404, wanted_words(request)("web.no_table"))
    return room


def _is_led(room: BaseRoom) -> bool:
    """Whether it belongs to a class, with which it is forgotten."""
    if isinstance(room, ContestRoom):
        return room.contest.to_the_end
    return isinstance(room, TableRoom) and room.log.led


def _add_deletion(app: FastAPI) -> None:
    """Those who played may take away what they left here; their key says who they are."""
    key_header = Header("", alias="x-pavage-key", max_length=64)

    async def room_of_player(request: Request, name: str, key: str) -> BaseRoom:
        room = await _room(request, name)
        # Nobody but its player knows the name of a room in a contest.
        if not isinstance(room, ContestRoom) and not await app.state.rooms.played_by(name, key):
            if isinstance(room, TableRoom) and hashed(key) in room.log.known:
                raise Gone(name)  # the other player has just deleted it
            raise HTTPException(403, wanted_words(request)("web.table.watching"))
        if _is_led(room):
            raise HTTPException(403, wanted_words(request)("web.table.led"))
        return room

    @app.delete("/api/tables/{name}", status_code=204)
    async def remove(request: Request, name: str, key: str = key_header) -> Response:
        """Forget a table and all that happened there."""
        await room_of_player(request, name, key)
        await app.state.rooms.remove(name)
        return Response(status_code=204)

    @app.delete("/api/tables/{name}/chat", status_code=204)
    async def forget_talk(request: Request, name: str, key: str = key_header) -> Response:
        """Forget what was said at a table."""
        room = await room_of_player(request, name, key)
        if isinstance(room, TableRoom):
            await room.forget_talk()
        return Response(status_code=204)
