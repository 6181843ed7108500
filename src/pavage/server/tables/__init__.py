"""Tables: what happened there, who may act, computers that owe moves, the clock."""
