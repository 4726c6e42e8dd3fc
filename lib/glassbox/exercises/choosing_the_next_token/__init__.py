"""The exercises of the chapter choosing_the_next_token."""
