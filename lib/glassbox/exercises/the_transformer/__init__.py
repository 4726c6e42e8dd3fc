"""The exercises of the chapter the_transformer."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "norm_orders_by_hand": "",
    "norms_counted": "",
    "machine_shapes": "",
    "encoder_layer": "my_encoder_layer",
    "pre_norm_decoder_layer": "my_decoder_layer",
    "blind_decoder": "",
}
