"""What nbval leaves uncompared, for `make nbval`: how a figure is drawn.

Matplotlib's versions place lines differently; a figure's labels are text, and compared.
"""


def pytest_collectstart(collector):
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("image/svg+xml",)
