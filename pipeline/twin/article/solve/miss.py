"""A draw that leads nowhere."""


class MissError(Exception):
    """One draw of the search cannot be finished; another seed may do."""
