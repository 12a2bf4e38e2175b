"""What is believed and how it changes: pure mathematics, no input or output, no clock, no model.

Start at `evidence` (what a statement is), `law` (a distribution with a cell for what was never named), `witness`
(the filter that moves it) and `decision` (what to do with it). `replay` and `members` are the plain filters, the
oracles; `categorical` and `information` are the paper's equations as functions.
"""
