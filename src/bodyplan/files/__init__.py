"""Reading and writing of files: every byte that is written goes through this package.

A file is replaced as a whole or stays as it was, never through a symbolic link, and neither a
change that somebody else made meanwhile nor its owner is lost silently.
"""
