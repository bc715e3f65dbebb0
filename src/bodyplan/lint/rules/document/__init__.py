"""The rules on any XML file: what is around the elements, and the files that they name."""
