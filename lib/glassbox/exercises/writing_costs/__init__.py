"""The exercises of the chapter writing_costs."""

# In the chapter's order, with the names that its cells give the functions.
ASKED = {
    "cache_size_by_hand": "",
    "blocks_by_hand": "",
    "another_cache_by_hand": "",
    "cached_step": "write_one",
    "grouped_heads": "for_each_head",
    "block_softmax": "in_blocks",
}
