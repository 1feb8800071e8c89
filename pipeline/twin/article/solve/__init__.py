"""The search for solved tables: numbers of each conversation in which everything an article prints holds."""
