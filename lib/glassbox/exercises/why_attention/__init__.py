"""The exercises of the chapter why_attention."""
