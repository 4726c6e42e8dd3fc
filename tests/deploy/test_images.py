"""Dockerfile, Binder and the lock agree; the image opens the book."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


def read(name):
    return (ROOT / name).read_text("utf-8")


def python_of_the_lock():
    # The lock is made by this command, and says so in its second line.
    assert read("requirements-lock.txt").splitlines()[1] == "#    make lock"
    return re.search(r"--python-version (\d+\.\d+)", read("Makefile"))[1]


def test_dockerfile_binder_and_tests_name_the_python_of_the_lock():
    python = python_of_the_lock()
    assert re.findall(r"^FROM python:(\S+?)-", read("Dockerfile"), re.M) == [python]
    assert read(".binder/runtime.txt").strip() == f"python-{python}"
    environments = tomllib.loads(read("tests/environments/environments.toml"))
    assert environments["locked"]["python"] == python


def test_the_hub_in_the_image_is_the_chart_hub():
    ours = re.search(
        r"^jupyterhub==(.+)", read("deploy/jupyterhub/requirements.txt"), re.M
    )
    assert (
        ours[1] == yaml.safe_load(read("tests/deploy/chart/Chart.yaml"))["appVersion"]
    )


@pytest.mark.parametrize("file", ["Dockerfile", ".binder/postBuild"])
def test_the_lock_comes_and_pytorch_without_cuda(file):
    lines = read(file).replace("\\\n", " ")
    assert "--require-hashes --no-deps -r requirements-lock.txt" in lines
    (torch,) = re.findall(r"pip install [^&\n]*requirements-torch\.txt", lines)
    assert "--index-url https://download.pytorch.org/whl/cpu" in torch


def test_dockerfile_copies_what_exists_and_leaves_out_what_is_built():
    copied = re.findall(r"^COPY (.+) \S+$", read("Dockerfile"), re.M)
    names = [name for line in copied for name in line.split()]
    assert names and all((ROOT / name).exists() for name in names)
    ignored = read(".dockerignore").split()
    assert {".git", "_build", "node_modules", ".venv*"} <= set(ignored)


def test_every_way_in_opens_the_first_chapter():
    toc = yaml.safe_load(read("_toc.yml"))
    first = f"/lab/tree/{toc['parts'][0]['chapters'][0]['file']}.ipynb"
    for file in ("Dockerfile", "jupyterhub_config.py", "values.yaml"):
        place = "" if file == "Dockerfile" else "deploy/jupyterhub/"
        assert first in read(place + file)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script, for Linux")
def test_start_copies_missing_chapters_and_keeps_those_of_the_student(tmp_path):
    chapters = sorted(file.name for file in (ROOT / "chapters").glob("*.ipynb"))
    mine = tmp_path / "chapters" / chapters[0]
    mine.parent.mkdir()
    mine.write_text("my own work", "utf-8")
    command = [ROOT / "deploy" / "start", "ls", "chapters"]
    home = os.environ | {"HOME": f"{tmp_path}"}
    said = subprocess.run(command, env=home, capture_output=True, text=True, check=True)
    assert said.stdout.split() == chapters
    assert mine.read_text("utf-8") == "my own work"


def test_dockerfile_passes_hadolint():
    hadolint = shutil.which("hadolint", path=Path(sys.executable).parent)
    if not hadolint:
        pytest.skip("needs hadolint: make hub-check")
    run = subprocess.run(
        [hadolint, ROOT / "Dockerfile"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout


def test_repo2docker_names_the_python_of_the_lock():
    repo2docker = shutil.which("jupyter-repo2docker", path=Path(sys.executable).parent)
    if not repo2docker:
        pytest.skip("needs repo2docker: make hub-check")
    command = [repo2docker, "--no-build", "--debug", ROOT]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    said = run.stdout + run.stderr
    assert f"Building conda environment for python={python_of_the_lock()}\n" in said
    assert said.index("src/ ${REPO_DIR}/") < said.index("RUN ./.binder/postBuild")
    assert "pip install" not in said  # a requirements.txt found would be resolved anew
