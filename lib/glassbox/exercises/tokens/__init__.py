"""The exercises of the chapter tokens."""
