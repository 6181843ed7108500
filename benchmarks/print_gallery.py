"""Every kind of print of every game, written into a folder, with the processor seconds that each takes.

    python benchmarks/print_gallery.py gallery

A sheet should take less than 5 seconds, a kit less than 20; whoever changes a drawing looks at the files.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from pavage.printing.order import Order
from pavage.printing.pdf import write_pdf
from pavage.printing.producing import kinds_of, pages_of
from pavage.registry import games
from pavage.words import words

NAMES = ("Ada", "Bob", "Chloé", "David", "Emma", "Farid", "Gabriel")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    longest = 0.0
    print(f"{'print':<24}{'pages':>6}{'kB':>7}{'seconds':>9}")
    for name in games():
        for kind in kinds_of(name):
            begun = time.process_time()
            pages = pages_of(Order(name, kind, names=NAMES), words("fr"))
            data = write_pdf(pages)
            spent = time.process_time() - begun
            longest = max(longest, spent)
            (folder / f"{name}-{kind}.pdf").write_bytes(data)
            print(f"{name + ' ' + kind:<24}{len(pages):>6}{len(data) // 1000:>7}{spent:>9.2f}")
    print(f"the longest took {longest:.2f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "gallery"))
