"""What goes wrong for reasons that the user can change."""


class Trouble(ValueError):  # noqa: N818  (a sentence for the user, not a fault of the program)
    """Something the user has to change; the message is the whole story."""
