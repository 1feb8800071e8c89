"""The counts by another way: plain loops over each commit's tree, slow and simple, sharing no code."""
