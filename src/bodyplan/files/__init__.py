"""Reading and writing of files: all files are written by this package.

A file is either replaced as a whole or not changed, and never written through a symbolic link.
Changes by other programs are not overwritten silently, and the owner is not changed silently.
"""
