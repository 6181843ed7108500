"""What all commands share: arguments, seats, progress, a store that cannot be opened."""
