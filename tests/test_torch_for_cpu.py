"""PyTorch's CPU build: taken where that saves 4 GB and its index answers."""

import socket
import subprocess
import sys
from threading import Event, Thread

import pytest
import torch_for_cpu


@pytest.fixture
def calls(monkeypatch):
    """Linux without a card; return the calls of pip, which are not made."""
    made, run = [], subprocess.run

    def note(command, **options):
        if "pip" not in command:
            return run(command, **options)
        made.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(torch_for_cpu.shutil, "which", lambda name: None)
    monkeypatch.setattr(torch_for_cpu.subprocess, "run", note)
    return made


@pytest.fixture
def index(monkeypatch):
    """A server in PyTorch's place, which answers as it is told: index(bytes)."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = "http://{}:{}/whl/cpu".format(*server.getsockname())
        done = Event()

        def serve(answer):
            visitor, _ = server.accept()
            with visitor:
                visitor.recv(1000)
                visitor.sendall(answer)
                if not answer:
                    done.wait()  # it says nothing, for as long as the test takes

        def index(answer):
            monkeypatch.setattr(torch_for_cpu, "INDEX", address)
            Thread(target=serve, args=[answer], daemon=True).start()
            return address

        yield index
        done.set()


def test_on_linux_without_a_card_it_comes_from_pytorchs_own_index(calls, index):
    address = index(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n")
    torch_for_cpu.main()
    [command] = calls
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    assert command[command.index("--index-url") + 1] == address
    assert command[-1].endswith("requirements-torch.txt") and "--no-deps" in command


@pytest.mark.parametrize("answer", [b"HTTP/1.0 403 Forbidden\r\n\r\n", b""])
def test_an_index_that_does_not_answer_is_said_and_left_alone(
    calls, index, answer, monkeypatch, capsys
):
    monkeypatch.setattr(torch_for_cpu, "PATIENCE", 0.2 if not answer else 60)
    index(answer)
    torch_for_cpu.main()
    assert calls == []
    assert "does not answer: PyTorch comes from the usual" in capsys.readouterr().out


@pytest.mark.parametrize("where", ["a card", "a Mac"])
def test_elsewhere_it_does_nothing(calls, where, monkeypatch, capsys):
    if where == "a card":
        monkeypatch.setattr(torch_for_cpu.shutil, "which", lambda name: f"/bin/{name}")
    else:
        monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(torch_for_cpu, "answers", lambda address: pytest.fail(address))
    torch_for_cpu.main()
    assert (calls, capsys.readouterr().out) == ([], "")
