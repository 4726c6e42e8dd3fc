"""The exercises of the chapter train_a_translator."""
