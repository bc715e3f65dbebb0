"""The finder of packages and models that the options of a verb and its configuration describe."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bodyplan.cli.settings import configuration
from bodyplan.lint.settings import current_folder

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def named_resources(arguments: argparse.Namespace) -> Resources | None:
    """Return the finder of packages and files that the options describe; None where none is given.

    Behind the options come the packages and folders of the configuration that is nearest to the
    current folder. A robot that is named by its package brings its own.

    Raises:
        UserError: an option names a folder that does not exist, or a configuration is invalid.
    """
    configured, path = configuration(arguments, current_folder())
    given = (arguments.package, arguments.folder, arguments.allow_env)
    if not any((*given, configured.packages, configured.folders, configured.allow_env)):
        return None
    from bodyplan.cli.finder import finder  # most robots need none

    return finder(arguments, configured, None if arguments.config else path)
