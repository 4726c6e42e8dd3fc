"""Write requirements-lock.txt from the environment at hand: python tools/lock.py.

Make a fresh environment, install requirements.txt, run every check, then lock.
"""

import subprocess
import sys
from pathlib import Path

HEAD = """\
# The tested set; written by tools/lock.py after every check had passed.
# Python 3.11 to 3.13.
"""
frozen = subprocess.run(
    [sys.executable, "-m", "pip", "freeze", "--exclude-editable"],
    capture_output=True, text=True, check=True,
).stdout.splitlines()  # fmt: skip
pins = [line.split("+")[0] for line in frozen if "==" in line]  # no local builds
Path("requirements-lock.txt").write_text(HEAD + "\n".join(pins) + "\n-e .\n")
