"""``bodyplan render``: draw a robot to a PNG picture or an animated GIF."""

from __future__ import annotations

import argparse
from functools import partial

from bodyplan.cli import OK
from bodyplan.cli.endings import output_format
from bodyplan.cli.parser import Parser
from bodyplan.cli.rendering import draw
from bodyplan.cli.robots import require_numpy
from bodyplan.viewer.picture import CAMERAS, SHOWN

_PAGE = f"""\
Draw a robot in a configuration: a PNG picture, or an animated GIF. Needs
Chromium, Chrome or Edge, which draws the page of `bodyplan view` without a
window.

examples:
  bodyplan render sample:arm -o arm.png --state home --camera front
  bodyplan render arm.urdf -o arm.png -q elbow_joint=1.2 --size 800x600
  bodyplan render arm.urdf -o arm.gif --sweep

arguments:
  [ROBOT]                  ; also folders, patterns and several files
  [ARG:=VALUE ...]

configuration:
  @configuration

picture:
  --camera {{{",".join(CAMERAS)}}} [iso]
                           where the robot is seen from; default: iso
  --size WIDTHxHEIGHT [1200x900]
                           size of the picture in pixels; default: 1200x900
  --transparent            draw no background
  --show NAME,... *        what is drawn: {", ".join(SHOWN)}; default:
                           visual,grid,shadows
  --theme {{light,dark}} [light]
                           colors of the background; default: light

animation:
  --turntable              turn the camera once about the robot; default for .gif
  | --sweep                move one joint after the other through its limits
  | --configurations FILE  CSV or NPY file of configurations; one picture for each
  --seconds NUMBER         duration; default: 4, and with --sweep 1 per joint
  --fps N [20] [1..50]     pictures per second; default: 20

output:
  -o, --output FILE !      write to this file: .png or .gif
  @force
  --quiet

reading:
  --model
  --limit

packages:
  @packages
  @config

many files:
  @many

together:
  --resume with --jsonl
  --turntable without --configurations

The browser is searched for, unless BODYPLAN_BROWSER names its program.

exit status: 0 drawn, 2 wrong usage, unreadable input, or no browser
"""
parser = partial(Parser, "render", _PAGE, draws=True, anyway=True)
_FORMATS = {".png": "png", ".gif": "gif"}


def ending_of(arguments: argparse.Namespace) -> str:
    """Return the suffix of the result for each of many files."""
    is_moving = arguments.turntable or arguments.sweep or arguments.configurations
    return ".gif" if is_moving else ".png"


def run(arguments: argparse.Namespace) -> int:
    """Run the verb and return its exit status."""
    form = output_format(arguments.output, _FORMATS, None, "png")
    require_numpy()
    draw(arguments, form)
    return OK
