"""The exercises of the chapter layer_norm_vs_batch_norm."""
