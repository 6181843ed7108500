"""Records: what is read survives as a record and, where HexWorld has such games, as a link."""

from fuzz.harness import rereading, text_of
from pavage.formats.hexworld import read_hexworld, write_hexworld
from pavage.formats.record import Record, read_record, write_record
from pavage.games.hex import Hex


def check(data: bytes) -> None:
    survives(read_record(text_of(data)))


def survives(record: Record) -> None:
    with rereading():
        written = write_record(record)
        assert write_record(read_record(written)) == written
        if isinstance(record.match.game, Hex) and not record.match.set_up:
            link = write_hexworld(record)
            assert write_hexworld(read_hexworld(link)[0]) == link
