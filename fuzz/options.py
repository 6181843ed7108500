"""Options of a new game as a browser sends them: `{"game": "hex", "options": {…}}`."""

import json

from pydantic import ValidationError

from fuzz.harness import rereading
from fuzz.positions import look_at
from pavage.registry import games
from pavage.server.messages import NewTable


def check(data: bytes) -> None:
    try:
        wanted = NewTable.model_validate({"chairs": [{}], **json.loads(data)})
    except (ValidationError, ValueError, TypeError, RecursionError):
        return
    game = games()[wanted.game](**wanted.options)
    written = {option.name: option.write(game.options[option.name]) for option in game.declared}
    with rereading():
        assert type(game)(**written) == game
    look_at(game, game.start())
