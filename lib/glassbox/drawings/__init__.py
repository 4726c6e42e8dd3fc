"""The book's drawings: an idea each, drawn by code with a chapter's own numbers.

A drawing is SVG written directly, so the page's own Python draws it too, without
matplotlib. A function draws one and returns None: a notebook shows it below its cell.
`small_map` alone returns its SVG, for a page's first screen.
"""

from ._backward_pass import backward_pass
from ._bar_table import bar_table
from ._bars import bars
from ._beyond_training import beyond_training
from ._candidates_cut import candidates_cut
from ._compare_and_pay import compare_and_pay
from ._copied_letters import copied_letters
from ._counter_and_waves import counter_and_waves
from ._falling_losses import falling_losses
from ._heads_apart import heads_apart
from ._heads_cut import heads_cut
from ._highest_scores import highest_scores
from ._layer_orders import layer_orders
from ._leads_and_ratios import leads_and_ratios
from ._letter_matches import letter_matches
from ._machine_steps import machine_steps
from ._memory_to_decoder import memory_to_decoder
from ._merge_tree import merge_tree, split_row, token_rows
from ._norm_places import norm_places
from ._one_context import one_context
from ._parts_read import parts_read
from ._residual_stream import residual_stream
from ._right_angle import right_angle
from ._rising_scores import rising_scores
from ._scored_heads import scored_heads
from ._settled import settled
from ._shared_keys import shared_keys
from ._shifted_triangle import shifted_triangle
from ._skip_path import skip_path
from ._slope_paths import slope_paths
from ._small_map import small_map
from ._soft_dictionary import soft_dictionary
from ._softmax_steps import softmax_steps
from ._surprises import surprises
from ._teacher_and_alone import teacher_and_alone
from ._temperature_strip import temperature_strip
from ._then_and_now import then_and_now
from ._three_views import three_views
from ._tile_loop import tile_loop
from ._token_and_place import token_and_place
from ._token_lengths import token_lengths
from ._turned_pair import turned_pair
from ._turned_pairs import turned_pairs
from ._two_memories import two_memories
from ._two_norms import two_norms
from ._two_step_tree import two_step_tree
from ._two_steps import two_steps
from ._weights_fetched import weights_fetched
from ._weights_table import weights_table
from ._who_shares import who_shares, who_shares_pictures
from ._widen_bend_narrow import widen_bend_narrow
from ._word_directions import word_directions

__all__ = [
    "backward_pass",
    "bar_table",
    "bars",
    "beyond_training",
    "compare_and_pay",
    "candidates_cut",
    "copied_letters",
    "counter_and_waves",
    "falling_losses",
    "heads_apart",
    "heads_cut",
    "highest_scores",
    "layer_orders",
    "leads_and_ratios",
    "letter_matches",
    "machine_steps",
    "memory_to_decoder",
    "merge_tree",
    "norm_places",
    "one_context",
    "parts_read",
    "residual_stream",
    "right_angle",
    "rising_scores",
    "scored_heads",
    "settled",
    "shared_keys",
    "shifted_triangle",
    "skip_path",
    "slope_paths",
    "small_map",
    "soft_dictionary",
    "softmax_steps",
    "surprises",
    "teacher_and_alone",
    "temperature_strip",
    "then_and_now",
    "three_views",
    "tile_loop",
    "token_and_place",
    "token_lengths",
    "split_row",
    "token_rows",
    "turned_pair",
    "turned_pairs",
    "two_memories",
    "two_norms",
    "two_step_tree",
    "two_steps",
    "weights_fetched",
    "weights_table",
    "who_shares",
    "who_shares_pictures",
    "widen_bend_narrow",
    "word_directions",
]
