"""The exercises of the chapter why_attention."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "context_by_hand": "",
    "costs_by_hand": "",
    "context": "fetch",
    "equal_weights": "",
}
