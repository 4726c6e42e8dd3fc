"""The exercises of the chapter scaled_dot_product_attention."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "attention_by_hand": "",
    "attention_shapes": "",
    "louder_key": "",
    "score_spread": "",
    "one_key_hidden": "attend_without",
}
