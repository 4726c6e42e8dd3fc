"""What a key-value cache saves, counted cell by cell."""

from collections import Counter

NEW, AGAIN, KEPT = "new", "again", "kept"


def row_kinds(step: int, keep: bool) -> list[str]:
    """Return where each token's key and value come from in one step, oldest first."""
    return [KEPT if keep else AGAIN] * (step - 1) + [NEW]


def count_kinds(written: int, keep: bool) -> Counter:
    """Return how many keys of all steps so far were new, computed again, or kept."""
    steps = range(1, written + 1)
    return Counter(kind for step in steps for kind in row_kinds(step, keep))


def computed(kinds: Counter) -> int:
    """Return how many of these keys were computed."""
    return kinds[NEW] + kinds[AGAIN]
