"""Trained models, each in a folder: code beside its weights and its card."""
