"""The beginnings of a ledger for an article of one's own."""

from pathlib import Path

from pipeline.errors import RereadError
from pipeline.storage import replacing

TEXT = """\
# Claims of an article. docs/claims.md explains each key; `reread measures STUDY` lists what can be computed.
schema: 1
title: The article's title
about: Where it was published, and which study it speaks of.

claims:
- id: cross-reads
  statement: Reads of notes that another conversation had changed last
  printed: 1,451
  value: 1451
  unit: reads
  made_of: {kind: count}
  measure: cross_reads.count
  computable: package

- id: share-read-median
  statement: Half of the conversations read no more than this part of the memory's files
  printed: 1.99%
  value: 1.99
  unit: percent
  rounding: {kind: rounded, decimals: 2}
  n: 271
  made_of: {kind: quantile, of: ratios, q: 0.5, n: 271, denominators: [1, 300]}
  measure: share_read.median
  relations:
  - {kind: at-most, claim: share-read-largest}
  computable: package

- id: share-read-largest
  statement: The largest part that any conversation read
  printed: 44%
  value: 44
  unit: percent
  rounding: {kind: rounded, decimals: 0}
  measure: share_read
  arguments: {take: max}
  computable: package

- id: no-repeated-errors
  statement: No recorded error happened again
  printed: none
  value: 0
  computable: never
  not_computable_because: no table tells whether two errors are one
"""
"""A ledger of four claims, one of each kind, to be changed."""


def begin(file: Path) -> None:
    """Write a first ledger to a file that does not exist yet. Raises RereadError where it does."""
    if file.exists():
        raise RereadError("ledger_exists", "there is a file of that name", str(file), "give another name")
    with replacing(file) as stream:
        stream.write(TEXT.encode())
