"""The exercises of the chapter softmax_and_temperature."""
