"""The reference reader's verdict."""
