"""Names of frames in nested scopes, such as ``arm::hand::tip``."""

from __future__ import annotations

from collections.abc import KeysView

MODEL_NAME = "__model__"
"""The name of a model's own frame inside the model."""
WORLD_NAME = "world"
OUTSIDE_NAME = "__root__"
"""The name of the scope around a single model."""
BETWEEN_NAMES = "::"


class _ScopeNames:
    """The names of a scope, and the names inside each of its models."""

    __slots__ = ("frames", "inside")

    def __init__(self) -> None:
        self.frames: dict[str, int] = {}
        self.inside: dict[str, _ScopeNames] = {}


class FrameNames:
    """The frames of each scope by name. A scope has the same number as its frame.

    Args:
        top: the name of the outermost scope, frame 0.
    """

    def __init__(self, top: str) -> None:
        self._scopes = {0: _ScopeNames()}
        self._scopes[0].frames[top] = 0
        self._outer: dict[int, int] = {}

    def add(self, frame: int, scope: int, name: str) -> int | None:
        """Name a frame in a scope, and in the enclosing scopes into which this scope is merged.

        Returns:
            The frame that already has this name and is still found by it; None if the name was
            free.
        """
        if not name or name == MODEL_NAME:
            return None
        taken: int | None = None
        way = name.split(BETWEEN_NAMES)
        last = way.pop()
        inner = None if frame in self._outer else self._scopes.get(frame)
        while True:
            names = self._scopes[scope]
            for part in way:
                names = names.inside.setdefault(part, _ScopeNames())
            has = names.frames.setdefault(last, frame)
            if has != frame:
                taken = has if taken is None else taken
            elif inner is not None:
                # a name with ``::`` may have created the scope before its model was added
                there = names.inside.setdefault(last, inner)
                if there is not inner:
                    there.frames[MODEL_NAME] = frame
                    inner = self._scopes[frame] = there
            if scope not in self._outer:
                return taken
            scope = self._outer[scope]

    def open(self, model: int, merged_into: int | None = None) -> None:
        """Make a frame a scope. Call this before ``add`` names the frame.

        Args:
            model: the frame.
            merged_into: the scope to which the names inside this scope also belong; None without
                merging.
        """
        self._scopes[model] = names = _ScopeNames()
        names.frames[MODEL_NAME] = model
        if merged_into is not None:
            self._outer[model] = merged_into

    def is_merged(self, scope: int) -> bool:
        """Return whether the names of a scope belong to the enclosing scope as well."""
        return scope in self._outer

    def find(self, scope: int, name: str) -> int | None:
        """Return the frame with a name in a scope; None if it does not exist."""
        names = self._scopes[scope]
        if BETWEEN_NAMES in name:
            way = name.split(BETWEEN_NAMES)
            name = way.pop()
            for part in way:
                inside = names.inside.get(part)
                if inside is None:
                    return None
                names = inside
        return names.frames.get(name)

    def known(self, scope: int) -> KeysView[str]:
        """Return the names in a scope, without the names inside nested models."""
        return self._scopes[scope].frames.keys()
