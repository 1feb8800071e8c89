"""The documentation, and the program that writes the pages which can be read off the code."""
