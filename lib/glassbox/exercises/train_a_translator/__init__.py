"""The exercises of the chapter train_a_translator."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "rate_by_hand": "",
    "loss_by_hand": "",
    "shift_right": "shift_right",
    "shares_right": "shares_right",
    "forced_digits": "",
}
