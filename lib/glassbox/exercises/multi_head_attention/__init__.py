"""The exercises of the chapter multi_head_attention."""
