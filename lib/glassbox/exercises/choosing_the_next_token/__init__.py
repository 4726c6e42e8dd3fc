"""The exercises of the chapter choosing_the_next_token."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "cut_by_hand": "",
    "nucleus_by_hand": "",
    "next_token_probabilities": "to_probabilities",
    "length_by_hand": "",
    "repeated_runs": "repetitions",
}
