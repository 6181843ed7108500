"""All limits of the server in one place. What is beyond one of them is refused in a sentence, never a crash.

They are read where they are used (`limits.BODY`), so that a test can set its own; those of texts are part of
the messages. Each has a test in tests/test_tables_limits.py.
"""

from __future__ import annotations

BODY = 64 * 1024
"""Bytes of a request, as they come."""
HEAD = 16 * 1024
"""Bytes of what stands before the body of a request."""
HEAD_SECONDS = 10.0
"""Seconds in which the head of a request must be there, from the beginning of a connection."""
BODY_SECONDS = 20.0
"""Seconds that its body may take then."""
ANSWER_SECONDS = 60.0
"""Seconds in which an answer must be made and read."""
END_SECONDS = 5.0
"""Seconds that a connection which is being closed has for its last bytes."""
CONNECTIONS = 1000
"""Connections that ask for something, of all together. Beyond, one that only waits is ended."""
CONNECTIONS_PER_ADDRESS = 200
"""The same from one address; a proxy that the operator named has no limit but that of all."""
REQUESTS_WAITING = 256
"""Requests of one address that may wait for their turn: a class that opens the same page together."""
REQUEST_WORK = 4.0
"""Seconds of the event loop that the requests of one address may use at once,"""
REQUEST_WORK_A_SECOND = 0.25
"""and as long as it goes on; then they wait. What is done beside the loop is counted apart (WORK)."""
THREADS = 4
"""Pages that are put together beside the event loop at the same time: more would leave it too little."""
SOCKETS = 8000
"""Pages that are connected, at all tables together."""
SOCKETS_PER_ADDRESS = 2500
"""The same from one address: a school has one."""
FRAMES = 40
"""Frames a second on a socket that are no message: pings, pongs, parts."""
FRAME = 4 * 1024
"""Bytes of a message on a socket."""
MESSAGES = 20
"""Messages a second that one page may send; as many may come at once."""
MESSAGES_PER_SEAT = 30
"""The same for all pages that act for one seat together; as many moves beside them when it is its turn."""
MESSAGES_PER_TABLE = 100
"""The same at one table, without moves of whoever is to move: nobody can keep others from moving."""
MESSAGES_PER_ADDRESS = 200
"""The same from one address, without moves, and without the first thing that a page says."""
MESSAGE_WORK = 4.0
"""Seconds of the event loop that messages of one address may use at once,"""
MESSAGE_WORK_A_SECOND = 0.25
"""and as long as it goes on. Moves are counted by their number only."""
MOVES_PER_ADDRESS = 200
"""Moves a second from one address. Programs on this computer itself may go as fast as they can."""
TALK_PER_SEAT = 2
"""Lines a second that one seat may say, as long as it goes on."""
TALK_PER_TABLE = 4
"""The same at one table."""
TALK_AT_ONCE = 10
"""Lines that a seat may say at once, and twice as many a table."""
NAME = 32
"""Characters of somebody's name."""
CHAT = 500
"""Characters of something said."""
CHAT_SHOWN = 50
"""Lines of a conversation that a page is shown."""
MARK = 40
"""Characters of what a page calls something it asks for."""
KEYS = 16
"""Keys that one page may show."""
CHAIRS = 12
"""Seats at a table."""
RECORD = 60_000
"""Characters of a record or a position to begin with."""
OPTION = 20_000
"""Characters of one option; a puzzle written as JSON is the longest of them."""
BOARD_NAME = 400
"""Characters of the name of a part of a board."""
WAITING = 64
"""Messages that may wait for a slow page before it is cut off; it connects again and has lost nothing."""
LISTENERS = 32
"""Pages that may watch one table. Those who play there have places of their own."""
PAGES_PER_SEAT = 8
"""Pages that one seat can have open; the oldest is closed for one more."""
DOOR = 8
"""Pages that may stand at the door of a table where all places to watch are taken, to show that they play."""
DOOR_SECONDS = 5.0
"""Seconds that they have for it."""
GAMES_PER_ADDRESS = 300
"""Tables that one address may set within an hour."""
SEARCHES = 16
"""Analyses, running or waiting, from which on no other begins for the same visitor."""
EVENTS = 20_000
"""Things that can happen at one table; after so many it takes no more."""
TALK_EVENTS = 5_000
"""How many of these may be talk,"""
ACT_EVENTS = 5_000
"""what people ask, answer, take back, or begin anew,"""
CLOCK_EVENTS = 2_500
"""and a clock that runs. The others are left for moves."""
WORK = 10.0
"""Seconds of the processor that one address may use at once for boards, positions and records,"""
WORK_A_SECOND = 0.5
"""and as long as it goes on."""
CHEAP_WORK = 0.003
"""Seconds that are not counted."""
DRAWN_AT_ONCE = 400
"""Cells of a board that is drawn in the event loop; larger ones take 50 ms and more, and are drawn apart."""
WORK_LANES = 2
"""Such things that are done at the same time, one for each address."""
WORK_WAITING = 32
"""Such things that may wait for one address."""
ROOMS = 200
"""Tables kept in memory while nobody looks; all others are read from the store when they are asked for."""
UNUSED = 24 * 3600.0
"""Seconds after which a table that nobody looks at leaves the memory, and a contest ends."""
HEARTBEAT = 60.0
"""Seconds of a running clock that a killed server can forget at most (or a fiftieth of what is left)."""
CLASS_HOURS = 24 * 14
"""Hours after which a class is forgotten at the latest."""
PUPILS = 60
"""Pupils of a class,"""
PUPILS_EVER = 4 * PUPILS
"""with those who were taken out."""
PAGES_PER_CLASS = 300
"""Pages that may be connected to one class; beyond, whoever has most of them loses one."""
ROUNDS = 100
"""Rounds that it can play."""
CLASSES_PER_ADDRESS = 20
"""Classes that one address may open within an hour: a school has one."""
WRONG_CODES = 60
"""Codes of no class that may come from one address at once: forty pupils type them from a wall,"""
WRONG_CODES_A_SECOND = 0.5
"""and as long as it goes on. There are 1.9 million codes."""
WRONG_SIGNS = 4
"""Wrong signs after which only the teacher can give a seat back."""
PRINTS = 32
"""Prints of one address that may wait: a class."""
PRINT_SECONDS = 180.0
"""Seconds that somebody waits for their turn, and that a print may take then,"""
PRINT_TURN = 8.0
"""or this, while another address waits."""
