"""The exercises of the chapter output_head."""
