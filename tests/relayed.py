"""A tournament whose first entrant is carried by a person; how the second one plays is to be added."""

ONE_CARRIED = """
name = "Class"
game = "hex"
games = 2
clock = "5m"
openings = ["a2"]
[options]
size = 3
[[entrant]]
name = "Ada"
relay = true
[[entrant]]
name = "Blaise"
"""
