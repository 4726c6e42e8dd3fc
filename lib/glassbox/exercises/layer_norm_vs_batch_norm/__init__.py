"""The exercises of the chapter layer_norm_vs_batch_norm."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "layer_norm_by_hand": "",
    "entries_sharing_a_mean": "",
    "layer_norm": "exercise_norm",
    "leak": "leak",
    "undo_layer_norm": "undo",
}
