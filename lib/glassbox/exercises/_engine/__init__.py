"""What examines an answer: cases, wrong variants, hints, and the words for them."""
