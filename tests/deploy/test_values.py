"""The values for Zero to JupyterHub, without a cluster: schema, settings, pod."""

import asyncio
import copy
import json
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
import yaml

HERE = Path(__file__).parent
SCHEMA = json.loads((HERE / "chart" / "values.schema.json").read_text("utf-8"))
VALUES = HERE.parents[1] / "deploy" / "jupyterhub" / "values.yaml"
ANNA = {"name": "anna", "escaped_name": "anna", "id": 1, "settings": {}}


def merge(defaults, values):
    """Return the values that helm hands to the chart: ours over the chart's."""
    merged = dict(defaults)
    for key, value in values.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = merge(merged[key], value) if both else value
    return merged


@pytest.fixture
def values():
    return yaml.safe_load(VALUES.read_text("utf-8"))


def handed_to_the_chart(values):
    defaults = yaml.safe_load((HERE / "chart" / "values.yaml").read_text("utf-8"))
    return merge(defaults, values)


def mistakes(values):
    validator = jsonschema.Draft7Validator(SCHEMA)
    found = validator.iter_errors(handed_to_the_chart(values))
    return [f"{error.json_path}: {error.message}" for error in found]


def test_values_follow_the_chart_schema(values):
    assert mistakes(values) == []


@pytest.mark.parametrize(
    "path, typo",
    [
        (["singleuser", "memory"], "memmory"),
        (["singleuser", "memory", "guarantee"], "garantee"),
        (["singleuser", "defaultUrl"], "default_url"),
        (["scheduling", "userPlaceholder", "replicas"], "replica"),
        (["cull"], "culling"),
    ],
)
def test_a_misspelled_name_is_caught(values, path, typo):
    wrong = copy.deepcopy(values)
    place = wrong
    for key in path[:-1]:
        place = place[key]
    place[typo] = place.pop(path[-1])
    assert any(f"'{typo}'" in mistake for mistake in mistakes(wrong))


def test_a_value_of_the_wrong_type_is_caught(values):
    values["cull"]["enabled"] = "yes"
    assert mistakes(values) == ["$.cull.enabled: 'yes' is not of type 'boolean'"]


def pod_manifest(values, monkeypatch):
    """Return the manifest of a student's pod, as the chart's hub would ask for it."""
    kubespawner = pytest.importorskip("kubespawner", reason="needs: make hub-check")
    for reaches_the_cluster in ("load_config", "shared_client"):
        name = f"kubespawner.spawner.{reaches_the_cluster}"
        monkeypatch.setattr(name, lambda *_, **__: None)
    from jupyterhub.objects import Hub, Server
    from kubernetes_asyncio.client import ApiClient
    from traitlets.config import Config

    chosen = handed_to_the_chart(values)["singleuser"]
    # The chart's own names for the spawner's settings, as its hub reads them.
    settings = {
        "image": "{name}:{tag}".format(**chosen["image"]),
        "mem_guarantee": chosen["memory"]["guarantee"],
        "mem_limit": chosen["memory"]["limit"],
        "cpu_guarantee": chosen["cpu"]["guarantee"],
        "cpu_limit": chosen["cpu"]["limit"],
        "cmd": [chosen["cmd"]],
        "default_url": chosen["defaultUrl"],
        "uid": chosen["uid"],
        "fs_gid": chosen["fsGid"],
    }
    user = SimpleNamespace(**ANNA, server=Server(), url="/anna/", base_url="/anna/")

    async def manifest():
        spawner = kubespawner.KubeSpawner(
            config=Config({"KubeSpawner": settings}), _mock=True, user=user, hub=Hub()
        )
        pod = await spawner.get_pod_manifest()
        async with ApiClient() as client:
            return client.sanitize_for_serialization(pod)

    return asyncio.run(manifest())


def test_a_student_pod_starts_the_book_and_keeps_its_memory(values, monkeypatch):
    pod = pod_manifest(values, monkeypatch)
    validate = pytest.importorskip(
        "kubernetes_validate", reason="needs: make hub-check"
    )
    validate.validate(pod, "1.34", strict=True)
    (container,) = pod["spec"]["containers"]
    # The image's entry point copies the chapters: the hub must not put it aside.
    assert "command" not in container
    assert container["args"][0] == "jupyterhub-singleuser"
    memory = {k: v["memory"] for k, v in container["resources"].items()}
    assert memory == {"requests": 300 * 2**20, "limits": 2 * 2**30}
    environment = {one["name"]: one.get("value") for one in container["env"]}
    assert environment["JUPYTERHUB_DEFAULT_URL"].endswith("why_attention.ipynb")
