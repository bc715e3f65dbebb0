"""The verbs of the command: one module each, with its help page ``parser`` and ``run``.

A module here is a verb, and the first line of its docstring is its line in ``bodyplan --help``.
"""
