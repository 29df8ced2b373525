"""What people can do, a folder for each feature."""
