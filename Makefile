# The two commands of a new user. How the environment is made stands in .ci/setup.
.PHONY: play test

play:
	@.ci/setup play
	@.venv/bin/python -m companion simulate

test:
	@.ci/setup test
	@.ci/test
