"""Measurements of the library by itself: each module an evaluation with a fixed seed, a typed result and a gate."""
