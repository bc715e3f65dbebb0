"""The implementation of ``bodyplan view``: serve the page of robots, or write it to a file."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from bodyplan import viewer
from bodyplan.cli._scenes import Requested, scene_of_file
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target
from bodyplan.cli.output import is_standard_output, write_parts
from bodyplan.core.names import visible

if TYPE_CHECKING:
    from bodyplan.viewer import LivePage, Reload

_MOST = 2
"""The maximum number of robots on one page."""


def write_page(arguments: argparse.Namespace, form: str) -> None:
    """Write the page, or the posed robot as GLB, to the file that ``-o`` names.

    Args:
        arguments: the arguments of the verb.
        form: "html" or "glb".

    Raises:
        InputError: a file cannot be opened.
        UserError: the files contain no robot, or an option is invalid.
        WriteError: the file cannot be written.
    """
    if not is_standard_output(arguments.output):
        require_target(arguments.output, arguments)
    scene = scene_of_file(Requested(arguments, _MOST), arguments)
    try:
        is_posed = form == "glb"
        page = [] if is_posed else viewer.html_of(scene, overshoot=arguments.overshoot)
        write_parts([scene.to_glb()] if is_posed else page, arguments)
    except viewer.BundleMissingError as error:
        raise UserError(str(error)) from None


def serve_page(arguments: argparse.Namespace) -> None:
    """Serve the page until Ctrl-C.

    Raises:
        InputError: a file cannot be opened.
        UserError: the port is in use, or an option is invalid.
    """
    requested = Requested(arguments, _MOST)
    is_quiet = arguments.quiet

    def opened(page: LivePage) -> None:
        if not is_quiet:
            _announce(page)
        if not arguments.no_browser:
            viewer.open_in_browser(page.url)

    try:
        page = viewer.LivePage(
            requested.source,
            host=arguments.host,
            port=arguments.port,
            on_open=opened,
            on_reload=lambda reload: None if is_quiet else _report(reload),
        )
        try:
            if not (is_quiet or page.scene.robots):
                error = page.scene.error or "this file contains no robot"
                sys.stderr.write(f"bodyplan: {visible(error)}\n")
            page.follow()
        finally:
            page.stop()
    except (viewer.BundleMissingError, viewer.PortError) as error:
        raise UserError(str(error)) from None
    except KeyboardInterrupt:
        if not is_quiet:
            sys.stderr.write("\n")


def _announce(page: LivePage) -> None:
    sys.stdout.write(f"{visible(page.title)}: {page.url} (Ctrl-C stops)\n")
    sys.stdout.flush()
    if not page.is_private:
        sys.stderr.write(
            "bodyplan: everyone who reaches this machine can see the robot, its meshes and the "
            "text of its files\n"
        )


def _report(reload: Reload) -> None:
    """Report a change of files on standard error."""
    names = [os.path.basename(path) for path in reload.changed]
    more = f" and {len(names) - 1:,} more" if names[1:] else ""
    result = reload.error or f"reloaded in {reload.seconds:.1f} s"
    sys.stderr.write(f"{visible(f'{names[0]}{more}: {result}')}\n")
