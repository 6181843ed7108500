"""What every table and every contest has: pages that look at it, a log that is durable, a board as JSON."""
