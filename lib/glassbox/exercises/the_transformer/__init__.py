"""The exercises of the chapter the_transformer."""
