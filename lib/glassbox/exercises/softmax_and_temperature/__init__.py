"""The exercises of the chapter softmax_and_temperature."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "softmax_by_hand": "",
    "temperature_by_hand": "",
    "softmax": "exercise_softmax",
    "leads_by_hand": "",
    "one_step_by_hand": "",
}
