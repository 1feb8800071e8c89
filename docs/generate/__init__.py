"""Writing the generated pages: one file a page, each a function that returns the page's text."""
