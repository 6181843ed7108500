"""All limits of the server in one place. What is beyond one of them is refused in a sentence, never a crash.

They are read where they are used (`limits.BODY`), so that a test can set its own; those of texts are part of
the messages. Each has a test in tests/test_tables_limits.py.
"""

from __future__ import annotations

BODY = 64 * 1024
"""Bytes of a request."""
FRAME = 4 * 1024
"""Bytes of a message on a socket."""
MESSAGES = 20
"""Messages a second that one page may send; as many may come at once."""
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
"""Pages that one table can have open."""
GAMES_PER_ADDRESS = 300
"""Tables that one address may set within an hour."""
SEARCHES = 16
"""Searches, running or waiting, from which on no analysis begins: moves that computers owe go first."""
EVENTS = 20_000
"""Things that can happen at one table; after so many it takes no more."""
ROOMS = 200
"""Tables kept in memory while nobody looks; all others are read from the store when they are asked for."""
UNUSED = 24 * 3600.0
"""Seconds after which a table that nobody looks at leaves the memory, and a contest ends."""
HEARTBEAT = 60.0
"""Seconds of a running clock that a killed server can forget at most (or a fiftieth of what is left)."""
