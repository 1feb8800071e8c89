"""The figures that each corpus states, made from the derived tables of its study."""
