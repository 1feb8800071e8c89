"""The search for solved tables: numbers of each conversation in which everything an article prints holds.

`python -m pipeline.twin.article.solve FOLDER` writes `conversations.csv`, `reads.csv` and
`writes.csv`. The tables in `solution/` were found by an earlier search along the same lines, whose
program was not kept. This one finds others, the same on each run, that satisfy the same
constraints. `calendar` deals conversations to days, `growth` writes to conversations, `volumes`
says how much each reads, `choosing` which files, `repeating` how often, `resuming` who is taken up
again. A step that cannot be finished raises MissError, and the next seed is tried; nothing that
misses a number is ever written.
"""
