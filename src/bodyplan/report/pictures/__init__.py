"""Pictures and graphs of what is reported."""
