"""The exercises of the chapter decoder_masking."""
