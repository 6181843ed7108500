"""The geometry of HEXTRA: the lattice, what a card claims of it, motifs, and the board that grows."""
