import polite

seen = []


def turn(number, legal):
    """The first move is right, and so is the second the first time."""
    seen.append(legal[0])
    return f"={number} {seen[0]}"


polite.play(turn)
