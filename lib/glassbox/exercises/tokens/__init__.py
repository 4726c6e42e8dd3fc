"""The exercises of the chapter tokens."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "tokens_by_hand": "",
    "merge_ids": "merge_ids",
    "to_bytes": "to_bytes",
    "wrong_order": "",
}
