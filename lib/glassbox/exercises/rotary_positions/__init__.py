"""The exercises of the chapter rotary_positions."""
