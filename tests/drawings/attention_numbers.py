"""The numbers of the two chapters on attention, and stranger ones, to be drawn."""

import numpy as np

# She filled a cup with tea and drank it: person, thing, drink, hold.
IT = {
    "query": [0, 1, 2, 0],
    "key": [[2, -2, 0, 0], [0, 2, 0, 2], [0, 2, 2, 0]],
    "value": [[6, 2], [2, 10], [10, 0]],
    "query_token": "it",
    "key_tokens": ["she", "cup", "tea"],
    "value_features": ["hot", "hard"],
    "own": [0, 0],
}
# Each of its words asks.
WORDS = ["she", "cup", "tea", "it"]
SELF = {
    "weights": [[0.125, 0.5, 0.25, 0.125], [0, 0, 1, 0], [0.1, 0.7, 0.1, 0.1]]
    + [[0.01, 0.11, 0.81, 0.07]],
    "rows": WORDS,
    "columns": WORDS,
}
# Mia calls Ben.
TOKENS = ["Mia", "calls", "Ben"]
X = np.array([[0.0, 1, 0, 3], [1, 0, 0, 0], [0, 0, 1, 5]])
VIEWS = {
    "w_q": np.array([[6, 0, 0, 6], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]),
    "w_k": np.array([[0, 0, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0]]),
    "w_v": np.array([[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 0]]),
}
BEN = {"x": X[2], **VIEWS, "token": "Ben"}
BEN["features"] = ["verb", "caller", "called", "name"]
CALLS = {
    "query": X @ VIEWS["w_q"],
    "key": X @ VIEWS["w_k"],
    "value": X @ VIEWS["w_v"],
    "tokens": TOKENS,
    "row": 1,
}
NAMED = {"value_features": ["name", "caller", "name", "called"]}

MANY = np.resize([-2.0, 3, 0, 7, 1], (6, 4))
NAMES = ["first", "second", "third", "telephone", "5", "6"]
STRANGE = [
    (
        "soft_dictionary",
        {
            "query": [9, 1],
            "key": MANY[:, :2],
            "value": MANY[:, 2:],
            "query_token": "telephone",
            "key_tokens": NAMES,
            "value_features": ["temperature", "x"],
        },
    ),
    (
        "weights_table",
        {"weights": np.full((6, 6), 1 / 6), "rows": NAMES, "columns": NAMES}
        | {"caption": "Six words that ask six words, each of them all the same"},
    ),
    ("weights_table", {"weights": [[1]], "rows": ["a"], "columns": ["b"]}),
    (
        "three_views",
        {
            "x": MANY[:, 0],
            **dict.fromkeys(VIEWS, MANY),
            "token": "telephone",
            "features": NAMES,
        },
    ),
    (
        "heads_cut",
        {**dict.fromkeys(["query", "key", "value"], abs(MANY)), "tokens": NAMES}
        | {"row": 3, "value_features": ["temperature", "", "", "x"]},
    ),
    ("heads_apart", {"n_tokens": 4, "n_features": 3, "n_heads": 3}),
    (
        "shifted_triangle",
        {"given": ["[start]", *"ab:ab"], "answers": [*"ab:ab", "a long end"]},
    ),
    (
        "shifted_triangle",
        {"given": ["[start]", "a telephone"], "answers": ["a telephone", "."]},
    ),
]
CHAPTERS = [
    ("soft_dictionary", IT),
    ("weights_table", SELF),
    ("three_views", BEN),
    ("heads_cut", CALLS | NAMED),
    ("heads_cut", CALLS | {"n_heads": 1}),
    ("heads_apart", {"n_tokens": 3, "n_features": 4, "n_heads": 2}),
]
