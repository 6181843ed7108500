"""Files that name the programs of a server, in TOML."""

from pathlib import Path

from pavage.bots.program import programs_in


def check(data: bytes) -> None:
    for name, program in programs_in(data, Path("/nowhere/bots.toml")).items():
        assert program.name == name and program.argv and isinstance(program.plays("hex"), bool)
