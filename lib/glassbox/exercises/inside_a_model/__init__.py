"""The exercises of the chapter inside_a_model."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "two_steps_by_hand": "",
    "cut_head": "without_head",
    "induction_scores": "do_induction",
    "logit_lens": "look_through",
    "direct_parts": "parts_of_heads",
    "blind_spot": "",
}
