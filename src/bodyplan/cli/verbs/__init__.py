"""The verbs of the command: one module each, with ``parser`` (the help page) and ``run``.

Each module here is a verb. The first line of its docstring is its line in ``bodyplan --help``.
"""
