"""The exercises of the chapter feed_forward."""
