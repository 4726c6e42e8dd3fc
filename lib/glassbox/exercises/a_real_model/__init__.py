"""The exercises of the chapter a_real_model."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "rms_norm_by_hand": "",
    "parameters_by_hand": "",
    "gate_in_one_matrix": "gated_layer",
    "norms_behind": "build_block",
}
