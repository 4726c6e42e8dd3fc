"""The pages that tests open have no network, and what asks for it is seen."""

import pytest

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><title>asks</title><script>
const source = 'fetch("https://example.org/worker").catch(() => postMessage(1))';
const worker = new Worker(URL.createObjectURL(new Blob([source])));
worker.onmessage = () => { document.title = "asked"; };
</script><img src="https://example.org/image.png">"""


def test_what_a_page_or_its_worker_asks_of_the_network_is_seen_and_fails(
    tmp_path, open_page
):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    watched = open_page(path)
    watched.page.wait_for_function("document.title === 'asked'")
    asked = {"https://example.org/worker", "https://example.org/image.png"}
    assert set(watched.foreign) == asked
    assert {f"failed: {url}" for url in asked} <= set(watched.errors)
