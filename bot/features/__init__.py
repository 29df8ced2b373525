"""The features, in a folder each."""
