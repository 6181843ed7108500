# Short names for dev.py, which does the work. Extra arguments: make play ARGS="games"
PYTHON ?= python3

.PHONY: play test
play test:
	@$(PYTHON) dev.py $@ $(ARGS)
