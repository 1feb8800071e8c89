"""One file a chart."""
