"""Classes: a teacher, pupils who come by a code, rounds of ordinary tables and races."""
