"""What dev.py does, a file each: environment, machine, checks, changes, locks. Standard library only."""
