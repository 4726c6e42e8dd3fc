"""The exercises of the chapter embeddings_and_positions."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "embedding_by_hand": "",
    "position_share": "",
    "embed_with_positions": "to_vectors",
    "sinusoidal_positions": "positions",
    "turn_positions": "step_on",
}
