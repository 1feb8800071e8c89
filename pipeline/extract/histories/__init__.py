"""Agent histories: one file a format, one declaration that lists them (`formats.py`)."""
