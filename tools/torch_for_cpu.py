"""Install PyTorch's CPU build where that saves 4 GB: on Linux without an NVIDIA card.

The usual index brings CUDA's libraries there; PyTorch's own has a build without them.
Where that cannot be reached this installs nothing, and pip takes the usual build.
"""

import shutil
import subprocess
import sys
from pathlib import Path

INDEX = "https://download.pytorch.org/whl/cpu"
PATIENCE = 5  # seconds
ROOT = Path(__file__).resolve().parent.parent


def answers(address):
    """Tell whether an address answers soon; pip would try for minutes."""
    check = f"import urllib.request as r; r.urlopen({address!r})"
    try:
        command = [sys.executable, "-c", check]
        run = subprocess.run(command, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def main():
    if sys.platform != "linux" or shutil.which("nvidia-smi"):
        return  # elsewhere the usual build is for the CPU; a card wants CUDA
    if not answers(f"{INDEX}/torch/"):
        print(f"{INDEX} does not answer: PyTorch comes from the usual index.")
        return
    # What torch needs is locked, and there by now.
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    wanted = ["--index-url", INDEX, "-r", str(ROOT / "requirements-torch.txt")]
    if subprocess.run([*pip, *wanted]).returncode:
        print("PyTorch's CPU build could not be installed: the usual one comes.")


if __name__ == "__main__":
    main()
