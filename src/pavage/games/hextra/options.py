"""The options of HEXTRA, each explained in both languages."""

from __future__ import annotations

from pavage.options import Choice, Numbers, Switch, Whole


class HextraOptions:
    """What a game of HEXTRA may be played with."""

    players = Whole(
        "players",
        4,
        "number of players; two players have two colours each",
        "nombre de joueurs ; à deux, chacun a deux couleurs",
        2,
        4,
    )
    motif = Numbers(
        "motif",
        5,
        "hexagons in a motif; 4: a deck of ten motifs, and no HEXTRA card",
        "hexagones d’un motif ; 4 : un paquet de dix motifs, et pas de carte HEXTRA",
        (5, 4),
    )
    match = Choice(
        "match",
        "free",
        "a motif counts turned and reflected (free), turned only (onesided) or just as it is shown (fixed)",
        "le motif compte tourné et retourné (free), seulement tourné (onesided) ou tel quel (fixed)",
        ("free", "onesided", "fixed"),
    )
    contained = Switch(
        "contained",
        True,
        "further tiles of your colour may touch those of the motif",
        "d’autres tuiles de votre couleur peuvent toucher celles du motif",
    )
    centres = Choice(
        "centres",
        "placed",
        "axes, centres and vectors are named by tiles that lie on the table",
        "axes, centres et vecteurs sont désignés par des tuiles posées",
        ("placed",),
    )
    rot180 = Switch(
        "rot180", True, "half turns count as rotations", "les demi-tours comptent comme rotations"
    )
    axis = Choice(
        "axis",
        "lattice",
        "an axis must reflect the whole lattice (lattice), or only the centre to a centre (centres)",
        "l’axe doit conserver tout le réseau (lattice), ou seulement mener le centre à un centre (centres)",
        ("lattice", "centres"),
    )
    referee = Choice(
        "referee",
        "auto",
        "auto: the program judges; assist: it shows the image; players: the others judge",
        "auto : le programme juge ; assist : il montre l’image ; players : les autres jugent",
        ("auto", "assist", "players"),
    )
    deck_size = Numbers(
        "deck",
        32,
        "motifs in the deck: 32, 33 with the trapezoid, 22 where mirror images are one (motifs of 5 only)",
        "motifs du paquet : 32, 33 avec le trapèze, 22 sans distinguer les images en miroir (motifs de 5)",
        (32, 33, 22),
    )
    motif_choice = Whole(
        "motif_choice",
        1,
        "motifs dealt to each colour, which keeps one",
        "motifs distribués à chaque couleur, qui en garde un",
        1,
        2,
    )
    hextra = Switch("hextra", True, "play with the HEXTRA cards", "jouer avec les cartes HEXTRA")
    draw = Choice(
        "draw",
        "nul",
        "without a motif: a draw (nul), or the motif that covers most tiles of its colour wins (partial)",
        "sans motif réalisé : partie nulle (nul), ou victoire du motif le mieux couvert (partial)",
        ("nul", "partial"),
    )
    equal_turns = Switch(
        "equal_turns",
        False,
        "the round is played out after a win",
        "le tour de table s’achève après une victoire",
    )
