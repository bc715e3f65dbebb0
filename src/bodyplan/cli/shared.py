"""The arguments that several verbs have, each declared once, and the sets they come in."""

from __future__ import annotations

from bodyplan.diag import Severity

_ARGUMENTS = f"""
ROBOT  a path, '-' for standard input, or sample:NAME
ROBOT ...  a path, '-' for standard input, or sample:NAME; also folders and patterns
[ARG:=VALUE ...]  values for the arguments of its macros
--select CODES *  report only these codes or families, such as J,I104
--ignore CODES *  leave these out
--fail-on {{{",".join(Severity)}}}  least severity that makes the exit status 1; error by default
--profile NAME  only the verdict of one reader: urdfdom, libsdformat
--meshes  open the meshes too: what is wrong with them, and masses against them
--robot ROBOT  the URDF that the file belongs to; else it is looked for
--config FILE  read this configuration, search for none
--no-config  read no configuration
--limit NAME=VALUE *  change a cap on the input, such as max_bytes=500000000
--package NAME=PATH *  the folder of a package or model; goes before everything else
--folder PATH *  a folder that is a package or holds packages
--allow-env NAME *  let $(env NAME) and $(optenv NAME) read this environment variable
--model NAME  the model, where an SDFormat file has several
--anyway  take a robot with errors, without what is faulty
--base LINK  the link or frame that positions are told in; the root link by default
--json  print as JSON
--in-place  write the changed file back to the file (default)
--diff  show the changes, write nothing; exit 1 if there are any
--check  write nothing; exit 1 if anything would change
-o, --output FILE  write to this file
--force  write even where that would lose something, such as a change by another program or the owner of the file
--break-links  replace a file with several hard links; the others keep the old content
-q, --quiet  say nothing but errors
--color {{auto,always,never}} [auto]  colours; by default on a terminal
"""
SHARED: dict[str, tuple[str, str]] = {}
"""Names, values and meaning of each, by its long name, or by what a positional argument is called."""
for _line in _ARGUMENTS.strip().splitlines():
    _own, _, _meaning = _line.partition("  ")
    _name = next((word for word in _own.split() if word.startswith("--")), _own)
    SHARED[_name] = (_own, _meaning)
SETS = {
    "file": "FILE  the SRDF, or '-' for standard input",
    "config": "--config\n--no-config",
    "rules": "--select\n--ignore\n--fail-on\n--profile\n--meshes\n--robot\n@config\n--limit",
    "packages": "--package\n--folder\n--allow-env",
    "reading": "--model\n--anyway\n--limit",
    "force": "--force\n--break-links",
    "output": "--output\n@force",
    "write": "--in-place\n| --diff\n| --check\n| --output  ; '-' for standard output\n@force\n--quiet",
}
"""Lines of a page that belong together, by the name of the set."""
