"""`python -m eschaton`."""

import sys

from eschaton.cli import main

if __name__ == "__main__":
    sys.exit(main())
