"""What axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe


def violations(page, context=None, **options):
    """Return what axe finds, in words, with axe's options; what passes is not listed.

    Not listing it is half of the time. The script, half a megabyte, is sent to each
    document once.
    """
    options |= {"resultTypes": ["violations"]}
    there = page.evaluate("typeof globalThis.axe?.run === 'function'")
    axe = Axe(axe_script="0") if there else Axe()
    found = axe.run(page, context=context, options=options).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for one in found
        for node in one["nodes"]
    ]
