"""The rules, one small family a module: a hundred modules would be felt at every start."""


def load() -> None:
    """Loads the rules for URDF, which register themselves; other formats have theirs in folders."""
    from importlib import import_module
    from pathlib import Path

    for path in sorted(Path(__file__).parent.glob("[a-z]*.py")):  # pkgutil would import inspect
        import_module(f"{__name__}.{path.stem}")
