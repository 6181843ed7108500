"""Files of Hex in SGF."""

from fuzz.harness import rereading
from fuzz.record import survives
from pavage.formats.hex_sgf import read_hex_sgf
from pavage.formats.record import write_record
from pavage.formats.sgf import decode_sgf, write_sgf


def check(data: bytes) -> None:
    read = read_hex_sgf(decode_sgf(data))
    with rereading():
        again = read_hex_sgf(write_sgf([read.tree]))
        assert write_record(again.record) == write_record(read.record)
    survives(read.record)
