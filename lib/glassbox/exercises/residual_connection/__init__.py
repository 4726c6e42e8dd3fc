"""The exercises of the chapter residual_connection."""
