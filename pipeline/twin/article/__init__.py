"""The article's twin: a made-up corpus in which every printed number that can hold does hold."""
