"""Fuzz one format with atheris, beginning with its corpus: `python -m fuzz FORMAT [OPTIONS OF LIBFUZZER]`."""

import gc
import re
import sys
from pathlib import Path
from types import FunctionType

import atheris

from fuzz.harness import FORMATS, corpus, judge

FOUND = Path("build/fuzz")
"""Inputs that were found, to go on with, and those that fail."""


def main() -> None:
    name, *options = sys.argv[1:] or [""]
    if name not in FORMATS:
        sys.exit(f"{__doc__}\nFORMAT is one of {', '.join(FORMATS)}.")
    inputs = corpus(name)
    for data in inputs:  # everything is imported before it is instrumented
        judge(name, data)
    for function in gc.get_objects():
        if type(function) is FunctionType and str(function.__module__).startswith("pavage."):
            atheris.instrument_func(function)
    folder = FOUND / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(inputs):
        (folder / f"corpus-{number:04}").write_bytes(data)
    dictionary = FOUND / f"{name}.dict"
    words = {word for data in inputs for word in re.findall(rb"[a-z0-9_]{2,40}", data)}
    dictionary.write_text("".join(f'"{word.decode()}"\n' for word in sorted(words)))
    if all(option.startswith("-") for option in options):  # otherwise files are named, to be tried once
        options.append(str(folder))
    arguments = ["fuzz", f"-dict={dictionary}", f"-artifact_prefix={FOUND}/{name}-", "-max_len=4000"]
    atheris.Setup([*arguments, "-timeout=20", *options], lambda data: judge(name, data, slack=5))
    atheris.Fuzz()


main()
