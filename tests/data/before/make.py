"""How `tables.db` and the records beside it were made, by the code of 17 November 2026.

They stay as they are: what was stored then must replay now (tests/test_before.py). To add what a later
version stores, put another folder beside them:
`PYTHONPATH=tests .venv/bin/python tests/data/before/make.py FOLDER`.
"""

import json
import sqlite3
import sys
import time
from pathlib import Path

from tables import AGAINST, KEYS, Page, serving, set_table, sit

from pavage.store import open_store

RACE = {"mode": "race", "names": ["Ada", "Bo"], "options": {"puzzle": "2x2/R1,1/C1,1/a1+"}}
DUEL = {"mode": "duel", "names": ["Ada", "Bo"], "options": {"board": "2x2"}}


def series(client):
    """Two people: a clock, a move taken back after asking, draws declined and agreed, chat, rematches."""
    name = set_table(client, clock="10m+5s", size=3)
    with sit(client, name) as one, sit(client, name) as two:
        ada, bo = Page(one, [0]), Page(two, [1])

        def ask(page, other, act, answer):
            page.send("state", act=act)
            other.until(lambda state: act in state["offers"])
            seq = other.state["seq"]
            other.send("state", act=answer)
            for each in page, other:
                each.until(lambda state: not state["offers"] and (answer == "decline" or state["seq"] > seq))

        def play(*texts):
            for text in texts:
                page, other = (ada, bo) if ada.state["mine"] else (bo, ada)
                seq = page.type(text)["seq"]
                other.until(lambda state, seq=seq: state["seq"] == seq)

        play("b2", "swap", "a1")
        ask(ada, bo, "undo", "decline")
        ask(ada, bo, "undo", "accept")
        ada.send("state", chat="Hello, Bo!", mark="line")
        play("a3")
        ask(bo, ada, "draw", "decline")
        ada.send("state", act="draw")
        bo.until(lambda state: state["offers"])
        play("c3")  # to move on is to decline
        ask(ada, bo, "draw", "accept")
        ask(ada, bo, "rematch", "accept")
        bo.send("state", chat="Encore, Zoé ?")
        play("a2", "b2", "b1", "c1")
        ada.after(act="resign")
        bo.until(lambda state: state["over"])
        ask(bo, ada, "rematch", "accept")
        ada.until(lambda state: state["mine"] or bo.state["mine"])
        play("c1")
        ada.send("state", act="draw")
    return name


def whole_move(page):
    """Touch the last of what may be touched until a move is complete."""
    seq, touched = page.state["seq"], page.state["scene"]["touched"]
    while page.state["seq"] == seq:
        scene = page.state["scene"]
        touched = [*touched, (scene["next"] + [button["site"] for button in scene["buttons"]])[-1]]
        page.socket.send_json({"touch": touched, "seq": seq})
        page.wait(
            "state", lambda state, touched=touched: state["seq"] > seq or state["scene"]["touched"] == touched
        )


def dice(client):
    """Heinash: what chance did is written down, and comes again after it was taken back."""
    name = set_table(client, game="heinash", options={}, chairs=[{"name": "Ada"}, {"name": "Bo"}])
    with sit(client, name) as socket:
        page = Page(socket)
        for turn in range(6):
            whole_move(page)
            if turn in (2, 4):
                page.after(act="undo")
    return name


def growing(client):
    """HEXTRA, which has chance too, against a computer."""
    name = set_table(client, game="hextra", options={"players": 2}, chairs=AGAINST)
    with sit(client, name) as socket:
        page = Page(socket)
        for _ in range(4):
            page.until(lambda state: state["mine"] or state["over"])
            if page.state["over"]:
                break
            whole_move(page)
        page.until(lambda state: state["mine"] or state["over"])
        page.after(act="undo")
    return name


def seats(client):
    """Against a computer: taken back past its answer, a seat left and taken again, resigned."""
    name = set_table(client, chairs=[{"name": "Ada"}, {"level": "random"}], size=4, clock="3m")
    with sit(client, name) as socket:
        page = Page(socket)
        for text in ("a1", "d4"):
            page.type(text)
            page.until(lambda state: state["mine"])
        page.after(act="undo")
        page.after(act="leave_seat", seat=0, level="random")
        page.until(lambda state: state["over"] or len(state["moves"]) > 5)
        page.wait("state", lambda state: state["over"])
        page.send("key", act="take_seat", seat=0, name="Ada again")
        page.until(lambda state: state["you"])
        page.after(act="rematch")
    return name


def late(client):
    """Somebody comes by a link with a name, and somebody loses on time."""
    name = set_table(client, chairs=[{"name": "Ada"}, {"name": "", "away": True}], size=3, clock="1s")
    with sit(client, name) as one, sit(client, name) as two:
        ada = Page(one, [0])
        Page(two, [1], name="Zoé")
        ada.wait("state", lambda state: state["over"])
    return name


def several(client):
    """Three people at Hex-n; one gives up."""
    chairs = [{"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"}]
    name = set_table(client, chairs=chairs, game="hexn", options={})
    with sit(client, name) as socket:
        page = Page(socket)
        for _ in range(4):
            page.after(touch=[page.state["scene"]["next"][0]])
        page.after(act="undo")
        page.after(act="resign")
    return name


def carried(client):
    """A relay with a clock that was stopped."""
    wish = {"game": "hex", "options": {"size": 3}, "names": ["Ada", "Blaise"], "clock": "10m"}
    told = client.post("/api/relays", json=wish).json()
    KEYS[told["id"]] = told["keys"]
    with sit(client, told["id"]) as socket:
        page = Page(socket)
        page.send("state", act="go_on")
        page.type("b2", "a1")
        page.send("state", act="pause")
        page.send("state", act="go_on")
        page.after(act="undo")
        page.type("c3")
    return told["id"]


def contest(client, wish, *played):
    """Players and what each of them writes, in order."""
    players = client.post("/api/contests", json=wish).json()["players"]
    for player, text in played:
        with sit(client, players[player]["id"]) as socket:
            state = socket.receive_json()
            act = {"act": text} if text in ("undo", "resign") else {"typed": text}
            socket.send_json({**act, "seq": state["seq"]})
            while socket.receive_json()["seq"] == state["seq"]:
                pass
    return players[0]["id"]


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "tables.db"
    with open_store(f"sqlite:///{file}") as store, serving(store=store) as client:
        made = {
            make.__name__: make(client) for make in (series, dice, growing, seats, late, several, carried)
        }
        made["race"] = contest(client, RACE, (0, "b1-"), (0, "undo"), (1, "a2-"), (0, "b1-"), (1, "resign"))
        played = [(0, "a1"), (0, "done"), (1, "b1"), (1, "done"), (0, "a1-")]
        made["duel"] = contest(client, DUEL, *played)
        for kind, name in made.items():
            if kind != "duel":
                text = client.get(f"/api/tables/{name}/record").text
                (folder / f"{kind}.pavage").write_text(text, encoding="utf-8")
        time.sleep(0.1)
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    sqlite3.connect(file).execute("VACUUM")
    print(json.dumps(made))


main(Path(sys.argv[1]))
