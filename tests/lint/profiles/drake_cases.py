"""Files that the newest libsdformat and Drake are compared on, and the classes of the differences.

``docs/reference/parsers.md`` is the only list of exceptions: its tables are read here.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path

from bodyplan.diag import Severity
from bodyplan.formats.dialects import extensions
from bodyplan.formats.read import read_bytes
from bodyplan.jobs.check import check
from tests.oracles import drake
from tests.oracles.sdf_mutations import BASES, bases, mutations

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "reference" / "parsers.md"
SEED = 16
MISSED = "Rejected by libsdformat 16, no error in bodyplan"
STRICTER = "Accepted by libsdformat 16, an error in bodyplan"
OF_DRAKE = "Differences of the profile of Drake"


@dataclass(frozen=True)
class Case:
    """One file, and what the library and Drake say of it."""

    name: str
    data: bytes
    folder: Path
    file: str
    answer: drake.Answer

    known: dict = field(default_factory=dict, compare=False, repr=False)

    def errors(self, profile=None):
        """The errors of the check, as codes and messages."""
        found = self.found(profile)
        return [(code, message) for severity, code, message in found if severity is Severity.ERROR]

    def found(self, profile):
        """Severity, code and message of each diagnostic, which itself would keep the tree alive."""
        if profile not in self.known:
            document = read_bytes(self.data, self.file, path=self.folder / self.file)
            self.known[profile] = [
                (one.severity, one.code, one.message)
                for one in check(document, profile=profile).diagnostics
            ]
        return self.known[profile]

    @cached_property
    def text(self):
        return self.data.decode("latin-1")

    @property
    def version(self):
        found = re.search(r"<\w+[^>]*? version=['\"]1\.(\d+)", self.text)
        return int(found[1]) if found else 0


def fixtures():
    """Every different SDFormat file of the tests and the samples: name, bytes, folder and file."""
    folders = (ROOT / "tests", ROOT / "src" / "bodyplan" / "samples")
    seen = set()
    for folder in folders:
        for ending in ("*.sdf", "*.world"):
            for path in sorted(folder.rglob(ending)):
                data = path.read_bytes()
                key = data, path.parent if b"<uri>" in data else None
                if key not in seen and b"<robot" not in data[:2000]:
                    seen.add(key)
                    yield str(path.relative_to(ROOT)), data, path.parent, path.name


def mutants(count):
    """So many mutations of each base of the versions 1.5 to 1.12, always the same."""
    for path in bases():
        version = int(path.stem.rpartition(".")[2])
        for mutation in mutations(path, SEED, count) if version >= 5 else ():
            data = mutation.data
            if version == 12 and mutation.number % 2:
                data = data.replace(b'version="1.12"', b'version="1.11"', 1)
            yield mutation.name, data, BASES, "mutated.sdf"


FIXED_POSES = {
    "inertial": (
        '<model name="m"><link name="a"><inertial>POSE</inertial></link><link name="b"/></model>'
    ),
    "waypoint": (
        '<world name="w"><actor name="a"><script><trajectory id="0" type="t"><waypoint>'
        "<time>0</time>POSE</waypoint></trajectory></script></actor></world>"
    ),
    "light in a state": (
        '<world name="w"><light name="b" type="point"/><state world_name="w"><light name="b">POSE'
        "</light></state></world>"
    ),
}
"""Poses with a frame that is valid in some versions, and gone or never meant in newer ones."""


def fixed_poses():
    """A file for each of these poses, version, and attribute for a frame, with a name and empty."""
    for name, content in FIXED_POSES.items():
        for version, attribute, frame in product(range(3, 13), ("relative_to", "frame"), ("b", "")):
            pose = f'<pose {attribute}="{frame}">0 0 0 0 0 0</pose>'
            text = f'<sdf version="1.{version}">{content.replace("POSE", pose)}</sdf>'
            yield f"{name} 1.{version} {attribute}={frame!r}", text.encode(), BASES, "pose.sdf"


def extended_sensors():
    """A file for each element of a vendor that the default check accepts in SDFormat."""
    known = extensions("sdf")
    assert set(known) == {"Sensor"}
    for tag in known["Sensor"]:
        sensor = f'<sensor name="s" type="imu"><{tag}>a</{tag}></sensor>'
        text = f'<sdf version="1.9"><model name="m"><link name="a">{sensor}</link></model></sdf>'
        yield tag, text.encode(), BASES, "sensor.sdf"


def asked(files):
    """Cases with the answers; Drake is asked in two processes at a time."""
    files = list(files)

    def ask(part):
        return drake.read_all(file[1:] for file in part)

    with ThreadPoolExecutor(2) as pool:
        even, odd = pool.map(ask, (files[::2], files[1::2]))
    answers = [None] * len(files)
    answers[::2], answers[1::2] = even, odd
    return [Case(*file, answer) for file, answer in zip(files, answers, strict=True)]


# Classes


def listed(heading):
    """The classes in the table below a heading of the page."""
    section = PAGE.read_text(encoding="utf-8").partition(f"### {heading}\n")[2].partition("\n##")[0]
    return set(re.findall(r"^\| `([A-Za-z0-9-]+)` \|", section, re.MULTILINE))


_MISSED = (
    ("no-direction", r"Error reading element <xyz>"),
    ("tiny", r"Error reading element"),
    ("network", r"Unable to find uri\[http"),
    ("found-elsewhere", r"Unable to find uri"),
    ("asked-later", r"(FrameAttachedTo|PoseRelativeTo)Graph unable to find"),
    ("colons", r"Unable to read attribute|no model instance named '.*::"),
    ("crash", r"crash|null not valid|unknown exception|GlobalConfig|stoi|bad_alloc"),
    ("removed", r"not defined in SDF|Deprecated SDF Values"),
    ("root", r"Root object can only contain one|Failed to load a world"),
)


def missed(case, error):
    """The class of a file that is rejected without an error of ours; None for none known."""
    if re.search(r"<!-- c -->|<x/>", case.text) and "Unable" not in error:
        return "pieces"
    found = next((name for name, pattern in _MISSED if re.search(pattern, error)), None)
    if found == "tiny" and not re.search(r"e-3\d\d", case.text):
        return None
    return found


def stricter(errors):
    """The codes of the errors of a file that is accepted."""
    return {code for code, _ in errors}


def judged(cases, profile):
    """Differences from the library: the missed with their class, the stricter with their codes."""
    lax, strict = [], []
    for case in cases:
        accepted = case.answer.accepted
        errors = case.errors(profile)
        if accepted is False and not errors:
            lax.append((case.name, missed(case, case.answer.error), case.answer.error[-150:]))
        elif accepted and errors:
            strict.append((case.name, stricter(errors), errors[0][1]))
    return lax, strict


def judged_by_drake(cases):
    """Differences of the profile of Drake, with the class, or else the code of the first error."""
    differing = []
    for case in cases:
        refusal, errors = case.answer.refusal, case.errors("drake")
        if refusal and not errors:
            differing.append((case.name, missed(case, refusal), refusal[-150:]))
        elif errors and not refusal:
            differing.append((case.name, errors[0][0], errors[0][1]))
    return differing
