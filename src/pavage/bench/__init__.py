"""Measuring: what `pavage bench` prints. Each module measures one thing and says it as a table."""
