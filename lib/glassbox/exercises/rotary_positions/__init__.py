"""The exercises of the chapter rotary_positions."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "turn_by_hand": "",
    "same_distance_by_hand": "",
    "rotary_embedding": "turn_all",
    "half_split_columns": "to_half_split",
    "stretched_positions": "squeezed",
}
