"""The options of all verbs are regular: one name, one short form, one meaning, one order."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from bodyplan.cli import main, summaries
from bodyplan.cli.parser import Parser
from bodyplan.cli.srdf.branch import Branch

VERBS = summaries()

SHORT = {"--help": "-h", "--output": "-o", "--q": "-q"}
ORDER = ("--json", "--in-place", "--diff", "--check", "--output", "--force")
ORDER += ("--quiet", "--color")
CHANGE = ("--in-place", "--diff", "--check", "--output", "--quiet")
"""What every verb has that changes a file, and no other verb has a part of."""
CHANGING = {
    *("fix", "inertia", "fmt", "rename", "convert", "srdf add group", "srdf add state"),
    *("srdf add end-effector", "srdf add virtual-joint", "srdf add pair", "srdf pairs", "spheres"),
    "simplify",
}
PRINTING_FILES = {
    "fmt",
    "rename",
    "schema",
    "completion",
    "srdf new",
    "view",
    "render",
    *CHANGING,
} - {
    "convert",
    "fix",
    "inertia",
    "srdf pairs",
    "spheres",
    "simplify",
}
"""Verbs whose result is a file, so that there are no facts to print as JSON."""
NEEDING_OUTPUT = {"bundle": "x", "render": "x.png"}
"""Verbs that write a file, with the name of one."""
WITHOUT_ROBOT = {"explain", "schema", "doctor", "completion"}
OWN_MEANING = {"--group", "--joint", "--link", "--virtual-joint", "--name"}
OWN_MEANING |= {"--select", "--ignore", "--count", "--table", "--tolerance", "--to"}
"""Options of the parts of an SRDF, which are named after its elements; aspects of diff, codes of check;
what is counted, what is in the table, what a tolerance is for, what something becomes."""


def verbs_below(name: str, parser: Parser) -> dict[str, Parser]:
    """The verb itself, or those below it."""
    if not isinstance(parser, Branch):
        return {name: parser}
    found: dict[str, Parser] = {}
    for below, made in parser.parsers.items():
        found |= verbs_below(f"{name} {below}", made)
    return found


def all_verbs() -> dict[str, Parser]:
    found: dict[str, Parser] = {}
    for name in VERBS:
        found |= verbs_below(name, import_module(f"bodyplan.cli.verbs.{name}").parser())
    return found


def long_options(parser: Parser) -> list[str]:
    """Every long option, in the order of the help page."""
    options = parser.format_help()
    return re.findall(r"^  (?:-\w, )?(--[\w-]+)", options.partition("\noptions:")[2], re.MULTILINE)


def first_clause(help_text: str) -> str:
    return re.split(r"[;:,(]", help_text)[0].strip()


def irregularities(verbs: dict[str, Parser]) -> list[str]:
    """What breaks the rule, a sentence each."""
    return [*_of_names(verbs), *_of_order(verbs), *_of_words(verbs), *_of_presence(verbs)]


def _of_names(verbs):
    for name, parser in verbs.items():
        for action in parser._actions:
            longs = [word for word in action.option_strings if word.startswith("--")]
            shorts = [word for word in action.option_strings if not word.startswith("--")]
            if action.option_strings and len(longs) != 1:
                yield f"{name}: {action.option_strings} is not one long name"
            elif longs and shorts != [SHORT[one] for one in longs if one in SHORT]:
                yield f"{name}: {longs[0]} has the short forms {shorts}"


def _of_order(verbs):
    for name, parser in verbs.items():
        shown = [option for option in long_options(parser) if option in ORDER]
        if shown != sorted(shown, key=ORDER.index):
            yield f"{name}: the order is {shown}"


def _of_words(verbs):
    seen: dict[str, tuple[str, tuple[object, ...]]] = {}
    for name, parser in verbs.items():
        for action in parser._actions:
            for option in action.option_strings[-1:]:
                if option in OWN_MEANING:
                    continue
                takes_value = action.nargs != 0
                metavar = str(action.metavar).split(",")[0]  # "LINK,..." takes several
                form = (first_clause(action.help), takes_value, takes_value and metavar)
                if option == "--output" and action.metavar == "PATH":  # of a bundle: a folder, too
                    form = ("write to this file", True, "FILE")
                if option in {"--in-place", "--limit"}:  # "the changed file", "the result"
                    form = (form[0].split()[0], *form[1:])
                if option == "--format":
                    form = (*form[:2], None)
                first, known = seen.setdefault(option, (name, form))
                if form != known:
                    yield f"{option} is {form} in {name}, and {known} in {first}"


def _of_presence(verbs):
    for name, parser in verbs.items():
        options = set(long_options(parser))
        changes = set(CHANGE) & options
        if name in CHANGING and changes != set(CHANGE):
            yield f"{name} changes a file and lacks {sorted(set(CHANGE) - changes)}"
        if name not in CHANGING and changes - {"--output", "--quiet"}:
            yield f"{name} changes no file and has {sorted(changes)}"
        if ("--json" in options) == (name in PRINTING_FILES):
            yield f"{name}: --json {'is' if '--json' in options else 'is not'} there"
        if "--output" not in options:
            yield f"{name}: --output is not there"
        if "--force" not in options:
            yield f"{name}: --force is not there"
        if ("--quiet" in options) == (name in WITHOUT_ROBOT):
            yield f"{name}: --quiet {'is' if '--quiet' in options else 'is not'} there"


def test_the_options_of_all_verbs_are_regular():
    verbs = all_verbs()
    assert len(verbs) == len(VERBS) - 1 + 7  # srdf is seven verbs
    assert irregularities(verbs) == []


PLANTED = {
    "an output without its short form": (
        lambda made: made.add_argument("--output", metavar="FILE", help="write to this file"),
        "--output has the short forms []",
    ),
    "a short form of another option": (
        lambda made: made.add_argument("-j", "--json", action="store_true", help="print as JSON"),
        "--json has the short forms ['-j']",
    ),
    "other words for one option": (
        lambda made: made.add_argument("--json", action="store_true", help="as JSON"),
        "--json is ('as JSON', False, False) in planted",
    ),
    "a value where there is none": (
        lambda made: made.add_argument("--json", metavar="FILE", help="print as JSON"),
        "--json is ('print as JSON', True, 'FILE') in planted",
    ),
    "another order": (
        lambda made: [
            made.add_argument("--quiet", action="store_true", help="print only errors"),
            made.add_argument("--json", action="store_true", help="print as JSON"),
        ],
        "the order is ['--quiet', '--json']",
    ),
    "a check that changes nothing": (
        lambda made: made.add_argument("--check", action="store_true", help="write nothing; x"),
        "planted changes no file and has ['--check']",
    ),
    "no JSON": (lambda made: None, "planted: --json is not there"),
}


@pytest.mark.parametrize("plant", PLANTED)
def test_what_is_irregular_is_found(plant):
    add, sentence = PLANTED[plant]
    made = Parser("planted", "A verb.")
    add(made)
    found = irregularities({**all_verbs(), "planted": made})
    assert any(sentence in one for one in found), found


@pytest.mark.parametrize("name", all_verbs())
def test_the_short_forms_are_taken(name, bodyplan):
    parser = all_verbs()[name]
    options = long_options(parser)
    if "--q" in options:
        assert parser.parse_known_args(["-q", "-1,2", *_needed(parser)])[0].q == ["-1,2"]
    if "--output" in options and name not in NEEDING_OUTPUT:
        found = parser.parse_known_args(["-o", "x", *_needed(parser)])[0].output
        assert found in ("x", ["x"])


def _needed(parser: Parser) -> list[str]:
    """Words for all that a verb asks for."""
    words: list[str] = []
    for action in parser._actions:
        value = str(next(iter(action.choices or ()), "x"))
        if action.option_strings and action.required and action.dest != "output":
            words += [action.option_strings[0], value]
        elif not action.option_strings and action.nargs != "*":
            words.append(value)
    verb = parser.prog.removeprefix("bodyplan ")
    return [*words, "-o", NEEDING_OUTPUT[verb]] if verb in NEEDING_OUTPUT else words


PLACES = [
    (name, action.option_strings[-1])
    for name, parser in all_verbs().items()
    for action in parser._actions
    if action.option_strings and action.metavar in {"FILE", "PATH", "ROBOT"}
]


@pytest.mark.parametrize(("name", "option"), PLACES, ids=lambda word: word)
def test_an_empty_name_is_reported_and_nothing_is_written(name, option, here, bodyplan):
    text = '<robot name="r"><link   name="a"/></robot>\n'
    (here / "x").write_text(text)
    needed = _needed(all_verbs()[name])
    if option == "--output" and "-o" in needed:
        del needed[-2:]
    status, out, err = bodyplan(*name.split(), *needed, option, "")
    assert (status, out) == (2, "")
    assert err == f"bodyplan {name}: {option}: expected a path, got an empty name\n"
    assert [path.name for path in here.iterdir()] == ["x"]
    assert (here / "x").read_text() == text


def test_an_option_that_does_not_exist_is_reported_before_what_is_missing(bodyplan):
    assert bodyplan("check", "-x")[2] == (
        "bodyplan check: unknown option -x; see `bodyplan check --help`\n"
    )
    assert bodyplan("convert", "--too", "sdf")[2] == (
        "bodyplan convert: unknown option --too; did you mean '--to'?\n"
    )


def test_an_option_before_the_verb_is_reported_where_it_goes(bodyplan):
    assert bodyplan("--quiet", "check", "x") == (
        2,
        "",
        "bodyplan: unknown option --quiet; options follow the verb: bodyplan check --quiet\n",
    )


def test_the_first_page_is_the_list_of_verbs_and_six_lines(capsys):
    main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= len(summaries()) + 6
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    "words",
    [
        ("workspace", "sample:arm", "--frame", "tool0", "--frame", "forearm_link"),
        ("fk", "sample:arm", "--base", "tool0", "--base", "tool0"),
        ("show", "sample:arm", "-o", "a.txt", "--output", "b.txt"),
    ],
    ids=" ".join,
)
def test_an_option_for_one_value_is_not_given_twice(here, bodyplan, words):
    option = {"-o": "--output"}.get(words[2], words[2])
    status, out, err = bodyplan(*words)
    assert (status, out) == (2, "")
    assert err == f"bodyplan {words[0]}: {option} is set twice\n"
    assert list(here.iterdir()) == []
