"""Pictures and graphs of reports."""
