"""The exercises of the chapter decoder_masking."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "masked_by_hand": "",
    "cache_by_hand": "",
    "decoder_mask": "decoder_mask",
    "masked_softmax": "masked_softmax",
    "peeking": "peeking",
}
