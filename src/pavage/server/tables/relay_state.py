"""What a person sees who carries moves between two programs: the move, whom to tell, what is asked."""

from __future__ import annotations

from urllib.parse import quote

from pavage.scene import Scene
from pavage.server.rooms import state
from pavage.server.rooms.seating import name_of
from pavage.server.rooms.sentences import move_text, with_news
from pavage.server.tables.table_log import TableLog
from pavage.tournament.carried import exchanged, last_of, to_tell
from pavage.words import Words


def with_relay(own: state.Own, log: TableLog, scene: Scene, words: Words, failed: bool) -> state.Own:
    """What a state tells beside what every table tells; the sentence asks for the answer.

    `failed`: a computer of ours gave no answer.
    """
    assert log.relay is not None
    match, chairs = log.table.match, log.table.chairs
    names = [name_of(log.table, seat, words) for seat in range(len(chairs))]
    last = last_of(match)
    begins = len(match.played) == len(log.opening)
    told: state.Own = {
        **own,
        "relay": {
            "tell": to_tell(match, chairs, names, words),
            "move": move_text(match.game, last, words) if last is not None else "",
            "colour": scene.seats[last.seat].colour if last is not None else "",
            "after": exchanged(match, scene, names, words),
            "opening": words("relay.opening", moves=" ".join(log.opening)) if begins and log.opening else "",
            "clocked": match.clock is not None,
            "paused": log.paused,
            "begins": begins,
            "into": words("relay.title", name=log.relay["title"], game=log.relay["game"])
            if "tournament" in log.relay
            else "",
            "page": f"/tournaments/{quote(log.relay['tournament'])}" if "tournament" in log.relay else "",
            "recorded": log.recorded,
        },
    }
    if match.outcome is None:
        told["said"] = with_news("", scene, words)  # the move stands above, large
        if log.paused:
            told["prompt"] = words("web.relay.ready" if begins else "relay.standing")
        elif 0 <= match.turn < len(names) and not (chairs[match.turn].is_computer and failed):
            key = "relay.thinks" if chairs[match.turn].is_computer else "relay.answer"
            told["prompt"] = words(key, who=names[match.turn])
    return told
