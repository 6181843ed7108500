"""The games that come with Pavage, by name, and so what they must have beyond what every game needs.

A game that is added needs none of it: no lesson, no sheet for teachers, no card on the home page. What it
brings is checked like ours.
"""

OWN = (
    *("hex", "polygo", "tetrago", "hexago", "triago", "hexn", "hex3", "hex6", "ponts", "labyrinthe"),
    *("hexadames", "heinash", "marienbad", "carreleurs", "blocs", "nombres", "hextra"),
)
