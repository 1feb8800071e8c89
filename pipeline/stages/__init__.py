"""The stages from raw bytes to figures, and what runs them."""
