"""The exercises of the chapter scaled_dot_product_attention."""
