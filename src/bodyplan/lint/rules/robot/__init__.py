"""The rules on links and joints of every format."""
