"""The exercises of the chapter embeddings_and_positions."""
