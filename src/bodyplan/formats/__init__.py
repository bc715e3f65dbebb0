"""The typed formats, and the document, which holds the text of a file and its typed root."""
