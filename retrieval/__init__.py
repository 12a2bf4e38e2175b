"""How memory is found: seeds, walk, words, time, fusion, and the context that comes out."""
