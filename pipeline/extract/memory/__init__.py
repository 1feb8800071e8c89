"""All versions of all memory files of a repository, with their lives and identities, from Git."""

from pipeline.extract.memory.reading import read_memory, texts, tip_of

__all__ = ["read_memory", "texts", "tip_of"]
