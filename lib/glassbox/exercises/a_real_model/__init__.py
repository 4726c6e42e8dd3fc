"""The exercises of the chapter a_real_model."""
