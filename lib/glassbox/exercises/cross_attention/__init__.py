"""The exercises of the chapter cross_attention."""
