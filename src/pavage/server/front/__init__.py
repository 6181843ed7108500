"""Home, a new game and tables as they come from the server: to be read before any script has come."""
