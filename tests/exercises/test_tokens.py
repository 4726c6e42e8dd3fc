"""Different correct solutions of the chapter tokens' exercises pass."""

import numpy as np
import pytest
from glassbox import check, merge_pair, train_bpe


def by_going_back(ids, left, right, new):
    found = []
    for one in ids:
        if found and found[-1] == left and one == right:
            found[-1] = new
        else:
            found.append(one)
    return found


def in_an_array(ids, left, right, new):
    ids, kept, at = np.array(ids), [], 0
    while at < len(ids):
        if at + 1 < len(ids) and ids[at] == left and ids[at + 1] == right:
            kept.append(new)
            at += 1
        else:
            kept.append(int(ids[at]))
        at += 1
    return np.array(kept)


def by_recursion(ids, left, right, new):
    ids = list(ids)
    if ids[:2] == [left, right]:
        return [new, *by_recursion(ids[2:], left, right, new)]
    return [*ids[:1], *by_recursion(ids[1:], left, right, new)] if ids else []


def by_slices(ids, left, right, new):
    at = 0
    while at < len(ids):
        if ids[at : at + 2] == [left, right]:
            ids[at : at + 2] = [new]
        at += 1
    return ids


WAYS = [by_going_back, in_an_array, by_recursion, by_slices]


@pytest.mark.parametrize("solution", WAYS)
def test_correct_merges_pass(solution):
    verdict = check.merge_ids.examine(solution)
    assert verdict.passed, verdict.text


def by_a_table(ids, merges):
    tokens = [[i] for i in range(256)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    return sum((tokens[i] for i in ids), [])


def by_splitting(ids, merges):
    if all(i < 256 for i in ids):
        return list(ids)
    parts = [merges[i - 256] if i > 255 else [i] for i in ids]
    return by_splitting([one for part in parts for one in part], merges)


def as_bytes(ids, merges):
    def of(i):
        return bytes([i]) if i < 256 else b"".join(map(of, merges[i - 256]))

    return b"".join(map(of, ids))


def as_an_array(ids, merges):
    return np.array(by_splitting(ids, merges))


@pytest.mark.parametrize("solution", [by_a_table, by_splitting, as_bytes, as_an_array])
def test_correct_bytes_pass(solution):
    verdict = check.to_bytes.examine(solution)
    assert verdict.passed, verdict.text


def test_a_list_for_each_id_is_a_known_mistake():
    def apart(ids, merges):
        return [by_a_table([i], merges) for i in ids]

    verdict = check.to_bytes.examine(apart)
    assert "Known mistake: there is a list of bytes for each id" in verdict.text


def test_the_numbers_by_hand_are_the_kernels_own():
    words = {"the": 5, "then": 2, "hen": 1}
    merges = train_bpe(words, 3)
    assert merges == [("h", "e"), ("t", "he"), ("the", "n")]
    cut = {tuple(word): times for word, times in words.items()}
    for pair in merges:
        cut = {merge_pair(word, pair): times for word, times in cut.items()}
    n = sum(len(word) * times for word, times in cut.items())
    np.testing.assert_array_equal(check.tokens_by_hand.answer, [8, 7, n])
