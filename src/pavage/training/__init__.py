"""How the Hex network is made again: self-play, learning, matches between generations, in one folder."""
