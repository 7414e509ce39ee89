#!/usr/bin/env bash
# AppAgent by number on the small programs of tests/bench/appagent: the oracle does a sample of their 45 tasks, in make soak all.
exec /usr/bin/python3 -B "$REINS_SOURCE/tests/bench/appagent/oracle.py"
