"""The rules on any XML file: markup outside the elements, and referenced files."""
