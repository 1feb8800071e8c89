"""The bars of docs/performance.md, each measured as a ratio in one run on one machine."""
