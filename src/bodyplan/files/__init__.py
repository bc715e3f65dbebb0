"""Reading and writing of files: all files are written by this package.

A file is replaced as a whole or not changed, and never through a symbolic link. Neither a change by
another program in the meantime nor the owner of the file is lost silently.
"""
