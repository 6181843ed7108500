"""The site around the tables: pages, guard, metrics, what operators ask."""
