"""Every setting of the hub exists in JupyterHub: a misspelled one would do nothing."""

from pathlib import Path

import pytest
import yaml
from traitlets.config import Config, PyFileConfigLoader

HUB = Path(__file__).resolve().parents[2] / "deploy" / "jupyterhub"


def unknown(config):
    """Return the settings that none of JupyterHub's classes has."""
    need = "needs JupyterHub: make hub-check"
    app = pytest.importorskip("jupyterhub.app", reason=need)
    shared = pytest.importorskip("jupyterhub.authenticators.shared", reason=need)
    proxy = pytest.importorskip("jupyterhub.proxy", reason=need)
    systemd = pytest.importorskip("systemdspawner", reason=need)
    ours = [
        app.JupyterHub,
        proxy.ConfigurableHTTPProxy,
        *shared.SharedPasswordAuthenticator.__mro__,
        *systemd.SystemdSpawner.__mro__,
    ]
    have = {
        one.__name__: one.class_trait_names()
        for one in ours
        if hasattr(one, "class_trait_names")
    }
    return [
        f"{section}.{name}"
        for section, settings in config.items()
        for name in settings
        if name not in have.get(section, [])
    ]


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("CLASS_PASSWORD", "s" * 8)
    monkeypatch.setenv("TEACHER_PASSWORD", "t" * 32)
    return PyFileConfigLoader(str(HUB / "jupyterhub_config.py")).load_config()


@pytest.fixture
def cluster():
    values = yaml.safe_load((HUB / "values.yaml").read_text("utf-8"))
    return Config(values["hub"]["config"])


@pytest.mark.parametrize("place", ["server", "cluster"])
def test_settings_exist(place, request):
    config = request.getfixturevalue(place)
    assert config  # or nothing was looked at
    assert unknown(config) == []


def test_a_misspelled_setting_is_found(server):
    server.SystemdSpawner.dynamic_user = True
    server.Spawner.memory_limit = "2G"
    assert unknown(server) == ["SystemdSpawner.dynamic_user", "Spawner.memory_limit"]


@pytest.mark.parametrize("name", ["docker", "student-", "student-../x", "teacher/"])
def test_no_name_takes_a_folder_of_the_system(server, name):
    shared = pytest.importorskip(
        "jupyterhub.authenticators.shared", reason="needs JupyterHub: make hub-check"
    )
    keeper = shared.SharedPasswordAuthenticator(config=server)
    assert keeper.validate_username("student-anna") and keeper.validate_username(
        "teacher"
    )
    assert not keeper.validate_username(name)
