"""The exercises of the chapter inside_a_model."""
