"""``bodyplan view``: show a robot in the browser, and follow its files."""

from __future__ import annotations

import argparse
from functools import partial

from bodyplan.cli import OK, viewing
from bodyplan.cli.endings import output_format
from bodyplan.cli.parser import Parser
from bodyplan.cli.robots import require_numpy

_PAGE = """\
Show a robot in the browser: links, meshes and collisions, joint sliders, the
tree, frames, inertia, and every diagnostic with its line. The page reloads when
a file of the robot is saved. A second robot is drawn over the first, with the
same sliders, and differences are marked.

examples:
  bodyplan view sample:arm
  bodyplan view arm.urdf -o arm.html
  bodyplan view before.urdf after.urdf

arguments:
  ROBOT
  [OTHER ...] = values     a second robot, to compare; values of xacro arguments, ARG:=VALUE

configuration:
  @configuration

page:
  --no-browser             print the address of the page; open no browser
  --port N [0..65535]      port to listen on; default: the first free port from 8420
  --host HOST [127.0.0.1]  address to listen on; default: 127.0.0.1, which only this machine reaches

output:
  --output                 : the whole page to .html, the posed robot to .glb; opens no browser
  --overshoot              with -o: colours for how far collision shapes extend beyond the visuals, which
                           takes seconds; a page with spheres always has them
  @force
  --quiet

reading:
  --model
  --limit

packages:
  @packages
  @config

together:
  --port without --output
  --host without --output
  --overshoot with --output
  --no-browser without --output

An .html file contains everything: it can be mailed, published and opened
without a network. Ctrl-C stops the server.

exit status: 0 shown or written, 2 wrong usage or unreadable input
"""
parser = partial(Parser, "view", _PAGE, draws=True, anyway=True)
_FORMATS = {".html": "html", ".htm": "html", ".glb": "glb"}


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    form = output_format(arguments.output, _FORMATS, None, "html")
    require_numpy()
    if arguments.output is None:
        viewing.serve_page(arguments)
    else:
        viewing.write_page(arguments, form)
    return OK
