"""The exercises of the chapter writing_costs."""
