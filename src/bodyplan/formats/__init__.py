"""The typed formats, and the document, which contains the text of a file and its typed root."""
