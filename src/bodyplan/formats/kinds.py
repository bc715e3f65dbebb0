"""The kinds of fault that concern a whole file: family X, numbers below 100."""

from __future__ import annotations

from bodyplan.diag import Kind, Severity, register

NOT_WELL_FORMED = register(
    Kind(
        "X001",
        "not-well-formed",
        Severity.ERROR,
        """The file breaks the rules of XML.

## Why it matters
Strict readers refuse the file. Recovering readers guess, and hand on another robot than the one
in the file. What stands before the fault is read and checked; what follows is not, and the link,
joint or other part that is open there is judged once it is whole.

## Example
    <link name="base"><visual></link>

## Use instead
    <link name="base"><visual>...</visual></link>
""",
    )
)

BAD_ENCODING = register(
    Kind(
        "X002",
        "bad-encoding",
        Severity.ERROR,
        """Some bytes do not fit the encoding of the file.

## Why it matters
Without another declaration an XML file is UTF-8. Conforming readers refuse bytes that are not;
the reference reader lets them pass and hands on names that no other tool can write.

## Example
A comment or a name typed in Latin-1, in a file that declares UTF-8 or nothing.

## Use instead
Save the file as UTF-8, or declare the encoding: `<?xml version="1.0" encoding="ISO-8859-1"?>`.
""",
    )
)

ENTITY_DECLARATION = register(
    Kind(
        "X003",
        "entity-declaration",
        Severity.ERROR,
        """The file declares XML entities.

## Why it matters
Entities can make a small file expand to gigabytes, or pull in other files. No robot description
needs them, and they are never expanded here. The reference reader does not expand them either.

## Example
    <!DOCTYPE robot [<!ENTITY wheel "0.15">]>

## Use instead
Write the value, or use a xacro property.
""",
    )
)

EMPTY_FILE = register(
    Kind(
        "X004",
        "empty-file",
        Severity.ERROR,
        """The file holds nothing.

## Why it matters
Every reader refuses it. An export or a download that broke off often leaves such a file.

## Example
A file of 0 bytes.

## Use instead
    <robot name="arm"><link name="base"/></robot>
""",
    )
)

NOT_A_DESCRIPTION = register(
    Kind(
        "X006",
        "not-a-description",
        Severity.ERROR,
        """The file is no robot description that is known here.

## Why it matters
A web page saved in place of the file, a mesh, or a description in another format cannot be
checked as URDF. The message names what the file looks like, by its root element: an SRDF, an
SDFormat or MuJoCo file, a package manifest, a launch file, a picture, text without any XML.

## Example
    <!DOCTYPE html><html>...

## Use instead
    <robot name="arm">...</robot>
""",
    )
)

DOCUMENT_TYPE = register(
    Kind(
        "X007",
        "external-document-type",
        Severity.WARNING,
        """The file names an external document type.

## Why it matters
It is never fetched nor opened, here or by the reference reader; what it declares does not apply.

## Example
    <!DOCTYPE robot SYSTEM "robot.dtd">

## Use instead
    <robot name="arm">

## Fix safety
Removing it is unsafe: a reader that does fetch it could take default values from there.
""",
        fix="sometimes",
    )
)

HYPHENS = register(
    Kind(
        "X009",
        "hyphens-in-comment",
        Severity.WARNING,
        """A comment has two hyphens in a row, or ends with one.

## Why it matters
XML forbids it, and strict readers refuse the whole file: Python's own, lxml, xacro. The reference
readers of URDF and SDFormat let it pass, so such files are about: a command line with `--option`
that somebody kept in a comment is enough. The rest of the file is read and checked here.

## Example
    <!-- gz topic --echo /clock -->

## Use instead
    <!-- gz topic - -echo /clock -->

## Fix safety
Writing the hyphens apart is safe: only the comment changes.
""",
        fix="always",
    )
)

HEAD = register(
    Kind(
        "X010",
        "head-malformed",
        Severity.WARNING,
        """Something stands before the root element that XML does not allow there.

## Why it matters
XML wants its declaration as the very first thing: an empty line before it is enough for strict
readers to refuse the whole file, Python's own, lxml and xacro among them. The reference readers
of URDF and SDFormat let blanks pass, and text, and a malformed declaration; a declaration behind
a comment, a document type or text ends their reading too, which makes it an error. The rest of
the file is read and checked here.

## Example
    <!-- (c) the authors -->
    <?xml version="1.0"?>
    <robot name="arm">...</robot>

## Use instead
    <?xml version="1.0"?>
    <!-- (c) the authors -->
    <robot name="arm">...</robot>

## Fix safety
Moving, repairing or removing a declaration and removing blanks is safe; removing text is not, as
it may have been meant for something.
""",
        fix="sometimes",
    )
)

TAIL = register(
    Kind(
        "X011",
        "something-after-root",
        Severity.WARNING,
        """Something follows the root element that XML does not allow there.

## Why it matters
A file has one root element, with nothing but comments behind it. Strict readers refuse the file.
The reference readers of URDF and SDFormat end at a character U+0000 and at an end tag that closes
nothing, and look at no second root: whatever stands there is lost on them without a word. Where
they refuse the file as well, for text at the end or a declaration, it is an error.

## Example
    <robot name="arm">...</robot>
    <link name="tool"/>

## Use instead
    <robot name="arm">
      ...
      <link name="tool"/>
    </robot>

## Fix safety
Removing characters U+0000 is safe. Removing anything else is not: it may belong into the root.
""",
        fix="always",
    )
)
