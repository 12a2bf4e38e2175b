"""The prompts of Nous: one Markdown file for each question to a model; none is needed yet."""
