"""The exercises of the chapter multi_head_attention."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "one_head_by_hand": "",
    "spaces_by_hand": "",
    "heads_by_hand": "",
    "heads_counted": "",
    "split_heads": "exercise_split",
    "attention_in_heads": "in_heads",
    "head_contributions": "contributions",
    "one_head_at_best": "",
}
