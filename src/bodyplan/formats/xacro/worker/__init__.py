"""The process that expands. It runs alone: nothing here is imported by the rest of bodyplan.

The rest starts ``__main__.py`` and talks with it over standard input and output (``channel``).
"""
