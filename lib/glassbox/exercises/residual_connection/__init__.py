"""The exercises of the chapter residual_connection."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "stream_by_hand": "",
    "residual_slopes": "",
    "residual_growth": "",
    "residual_connection": "exercise_residual",
    "post_norm": "post",
    "pre_norm": "pre",
    "forgetting_units": "",
    "residual_gradient": "way_back",
}
