"""`python -m pavage` is the command `pavage`."""

import sys

from pavage.cli import main

if __name__ == "__main__":
    sys.exit(main())
