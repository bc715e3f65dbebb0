"""Faults and oddities of the XML itself, and blind damage to the bytes."""

from __future__ import annotations

from random import Random

from .text import Doc, Surgeon, kind, register, utf8

BOM = "\xef\xbb\xbf"


def _around(before: str = "", after: str = "") -> Surgeon:
    """The whole file with something before it (also its declaration) and behind it."""
    return lambda doc, random: before + doc.text + after


def _before_root(new: str) -> Surgeon:
    return lambda doc, random: doc.insert(doc.robot.start, new) if doc.robot else None


def _instead_of_head(new: str) -> Surgeon:
    """Everything before the root replaced."""
    return lambda doc, random: new + doc.text[doc.robot.start :] if doc.robot else None


def _in_root(new: str) -> Surgeon:
    return lambda doc, random: doc.prepend(doc.robot, new) if doc.robot else None


def _anywhere(new: str) -> Surgeon:
    """Put in between two tokens."""
    return lambda doc, random: doc.insert(random.choice(doc.gaps), new)


def _blind(new: str) -> Surgeon:
    """Put in at any byte."""
    return lambda doc, random: doc.insert(random.randrange(len(doc.text)), new)


def _in_value(new: str) -> Surgeon:
    """Put in at the end of some attribute's value."""

    def apply(doc: Doc, random: Random) -> str:
        attribute = random.choice([a for e in doc.elements for a in e.attributes])
        return doc.insert(attribute.value_end, new)

    return apply


def _in_free_value(new: str) -> Surgeon:
    """An attribute that nobody reads, with this value."""

    def apply(doc: Doc, random: Random) -> str:
        element = random.choice(doc.elements)
        return doc.insert(element.name_end, f' note="{new}"')

    return apply


def _tag(new: str) -> Surgeon:
    """Put in between the name and the attributes of some start tag."""
    return lambda doc, random: doc.insert(random.choice(doc.elements).name_end, new)


HEAD = {
    "BOM": BOM,
    "two BOMs": BOM + BOM,
    "blank and BOM": " " + BOM,
    "blank": " \n",
    "text": "text",
    "comment": "<!-- c -->",
    "CDATA": "<![CDATA[x]]>",
    "declaration": '<?xml version="1.0"?>',
    "NUL": "\0",
    "end tag": "</x>",
    "element": "<first/>",
    "doctype": "<!DOCTYPE robot>",
    "processing instruction": "<?foo bar?>",
    "unclosed declaration": '<?xml version="1.0">',
    "UTF-8 no-break space": utf8("\u00a0"),
}
for _name, _new in HEAD.items():
    register("before the file", _name, _around(_new))
    register("before the root", _name, _before_root(_new))
    register("as the head", _name, _instead_of_head(_new))
HEADS = {
    "encoding Latin-1": '<?xml version="1.0" encoding="iso-8859-1"?>',
    "encoding unknown": '<?xml version="1.0" encoding="bogus"?>',
    "encoding UTF-16": '<?xml version="1.0" encoding="utf-16"?>',
    "XML 1.1": '<?xml version="1.1"?>',
    "XML 9": '<?xml version="9"?>',
    "no version": "<?xml?>",
    "declaration, then instruction": '<?xml version="1.0"?><?xml-stylesheet href="x"?>',
    "comment, then instruction": "<!-- c --><?foo?>",
    "doctype with system id": '<!DOCTYPE robot SYSTEM "robot.dtd">',
    "doctype with entity": '<!DOCTYPE robot [<!ENTITY e "a">]>',
    "doctype with two entities": '<!DOCTYPE robot [\n<!ENTITY e "a">\n<!ENTITY f "b">\n]>\n',
    "doctype with comment": "<!DOCTYPE robot [<!-- > -->]>",
    "doctype with element in an entity": '<!DOCTYPE robot [<!ENTITY e "<b/>">]>',
    "doctype unclosed": "<!DOCTYPE robot ",
    "doctype, then declaration": '<!DOCTYPE robot><?xml version="1.0"?>',
    "first robot without name": "<robot/>",
    "first robot empty": '<robot name="first"/>',
    "wrapped robot": "<sdf>",
}
for _name, _new in HEADS.items():
    register("as the head", _name, _instead_of_head(_new))

TAIL = {
    "text": "text",
    "text and line feed": "\ntext\n",
    "text and comment": "text<!-- c -->",
    "text and element": "text<x/>",
    "text and end tag": "text</x> <<<",
    "blank": " \n\t",
    "comment": "<!-- c -->",
    "unclosed comment": "<!-- c ",
    "element": "<second/>",
    "second robot": "<robot/>",
    "second robot broken": "<robot><joint></robot>",
    "unclosed element": "<x>",
    "end tag": "</robot>",
    "end tag and rubbish": "</x> <<< & >>>",
    "unfinished end tag": "</robot",
    "end tag with broken attribute": "</x a>",
    "processing instruction": "<?foo?>",
    "declaration": '<?xml version="1.0"?>',
    "doctype": "<!DOCTYPE robot>",
    "CDATA": "<![CDATA[x]]>",
    "less-than": "<",
    "greater-than": ">",
    "ampersand": "&amp;",
    "NUL": "\0",
    "NUL and rubbish": "\0<<<",
    "text and NUL": "x\0<x/>",
    "control": "\x1a",
}
for _name, _new in TAIL.items():
    register("after the root", _name, _around(after=_new))

INSERTED = {
    "comment": "<!-- c -->",
    "comment with two dashes": "<!-- a -- b -->",
    "comment with three dashes": "<!-- a --->",
    "shortest comment": "<!---->",
    "comment too short": "<!-->",
    "unclosed comment": "<!-- ",
    "nested comment": "<!-- <!-- c --> -->",
    "CDATA": "<![CDATA[ <x> ]]>",
    "unclosed CDATA": "<![CDATA[ ",
    "processing instruction": "<?foo bar?>",
    "declaration": '<?xml version="1.0"?>',
    "doctype": "<!DOCTYPE x>",
    "unknown markup": "<!x>",
    "NUL": "\0",
    "control": "\x01",
    "invalid UTF-8": "\xff\xfe",
    "text": "text",
    "CDATA end": "]]>",
    "ampersand": " & ",
    "unknown entity": "&foo;",
    "less-than": "<",
    "empty tag": "<>",
    "empty end tag": "</>",
    "tag with digit": "<1a/>",
    "tag with dollar": "<a$/>",
    "tag in UTF-8": utf8("<é/>"),
    "tag in Latin-1": "<\xe9/>",
    "undeclared prefix": "<xacro:if value='1'/>",
    "many colons": "<a::b/>",
    "mis-nested": "<a><b></a></b>",
    "unclosed element": "<x>",
    "stray end tag": "</x>",
    "blank before the name": "< x/>",
    "blank before the slash": "<x>< /x>",
    "blank behind the slash": "<x></ x>",
    "blank inside the empty end": "<x/ >",
    "end tag with blank": "<x></x >",
    "end tag with attribute": '<x></x a="1">',
    "end tag with slash": "<x></x/>",
    "end tag in upper case": "<x></X>",
}
for _name, _new in INSERTED.items():
    register("between tokens", _name, _anywhere(_new))
    register("inside the root", _name, _in_root(_new))

VALUES = {
    "ampersand": "&",
    "unknown entity": "&foo;",
    "unfinished entity": "&lt",
    "known entity": "&lt;",
    "less-than": "<",
    "greater-than": ">",
    "line feed": "\n",
    "tab": "\t",
    "NUL": "\0",
    "null reference": "&#0;",
    "empty reference": "&#;",
    "huge reference": "&#99999999;",
    "surrogate reference": "&#xD800;",
    "control": "\x01",
    "invalid UTF-8": "\x80",
    "quote": '"',
    "comment": "<!-- c -->",
    "no-break space": utf8("\u00a0"),
}
for _name, _new in VALUES.items():
    register("in a value", _name, _in_value(_new))
    register("in an unread value", _name, _in_free_value(_new))

TAGS = {
    "undeclared prefix": ' x:a="1"',
    "unquoted": " a=1",
    "without value": " a",
    "without equals": ' a "1"',
    "single quotes": " a='1'",
    "mixed quotes": " a='1\"",
    "blanks around equals": ' a = "1"',
    "line feeds": '\n\na\n=\n"1"\n',
    "form feed": '\fa="1"',
    "control": '\x01a="1"',
    "no-break space": utf8('\u00a0a="1"'),
    "no blank between": ' a="1"b="2"',
    "leading dash": ' -a="1"',
    "leading digit": ' 1a="1"',
    "dollar": ' a$b="1"',
    "UTF-8 name": utf8(' é="1"'),
    "Latin-1 name": ' \xe9="1"',
    "twice": ' a="1" a="1"',
    "twice with prefix": ' x:a="1" a="1"',
    "comment": " <!-- c --> ",
    "less-than": " <",
    "slash": " / ",
    "quote": ' "',
    "namespace": ' xmlns="urn:x"',
}
for _name, _new in TAGS.items():
    register("in a tag", _name, _tag(_new))

RECODED: dict[str, Surgeon] = {
    "CR LF": lambda doc, _: doc.text.replace("\n", "\r\n"),
    "CR": lambda doc, _: doc.text.replace("\n", "\r"),
    "UTF-16": lambda doc, _: doc.text.encode("utf-16"),
    "UTF-16 LE": lambda doc, _: doc.text.encode("utf-16-le"),
    "UTF-16 BE": lambda doc, _: doc.text.encode("utf-16-be"),
    "UTF-16 BE with BOM": lambda doc, _: ("\ufeff" + doc.text).encode("utf-16-be"),
    "UTF-32": lambda doc, _: doc.text.encode("utf-32"),
    "one line": lambda doc, _: doc.text.replace("\n", " "),
    "single quotes": lambda doc, _: doc.text.replace('"', "'"),
    "empty": lambda doc, _: "",
    "upper case": lambda doc, _: doc.text.upper(),
    "no blanks between tags": lambda doc, _: doc.text.replace(">\n", ">"),
    "twice": lambda doc, _: doc.text + doc.text,
}
for _name, _apply in RECODED.items():
    register("recoded", _name, _apply)


def _deep(levels: int, leaf: str) -> Surgeon:
    return _in_root("<x>" * levels + leaf + "</x>" * levels)


for _levels in (100, 496, 497, 498, 499, 600):
    register("depth", f"{_levels} elements", _deep(_levels, ""))
    register("depth", f"{_levels} elements and an empty leaf", _deep(_levels, "<y/>"))


def _truncated(part: float) -> Surgeon:
    return lambda doc, random: doc.text[: random.randrange(max(1, int(len(doc.text) * part)))]


def _shortened(size: int) -> Surgeon:
    return lambda doc, _: doc.text.rstrip()[:-size]


for _name, _part in (("", 1.0), (" in the first tenth", 0.1)):
    register("truncated", f"anywhere{_name}", _truncated(_part))
for _back in range(1, 12):
    register("truncated", f"{_back} bytes off", _shortened(_back))


@kind("truncated", "between tokens")
def _cut(doc: Doc, random: Random) -> str:
    return doc.text[: random.choice(doc.gaps)]


@kind("tags", "end tag removed")
def _no_end_tag(doc: Doc, random: Random) -> str:
    element = random.choice([e for e in doc.elements if not e.empty])
    return doc.splice(element.outer, element.end, "")


@kind("tags", "end tag renamed")
def _other_end_tag(doc: Doc, random: Random) -> str:
    element = random.choice([e for e in doc.elements if not e.empty])
    return doc.splice(element.outer, element.end, f"</{element.name.upper()}>")


@kind("tags", "start tag removed")
def _no_start_tag(doc: Doc, random: Random) -> str:
    element = random.choice([e for e in doc.elements if not e.empty])
    return doc.splice(element.start, element.inner, "")


@kind("tags", "two end tags exchanged")
def _crossed(doc: Doc, random: Random) -> str | None:
    found = [e for e in doc.elements if not e.empty and e.parent]
    if not found:
        return None
    element = random.choice(found)
    assert element.parent is not None
    return doc.text[: element.outer] + f"</{element.parent.name}>" + doc.text[element.end :]


@kind("tags", "end tag written with blanks")
def _loose_end_tag(doc: Doc, random: Random) -> str:
    element = random.choice([e for e in doc.elements if not e.empty])
    new = random.choice(["</{} >", "</{}\n>", "< /{}>", '</{} a="1">', "</ {}>", "</{}/>"])
    return doc.splice(element.outer, element.end, new.format(element.name))


def _quotes(change: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str:
        a = random.choice([a for e in doc.elements for a in e.attributes])
        match change:
            case "removed":
                return doc.splice(a.value_start - 1, a.end, a.value)
            case "first removed":
                return doc.splice(a.value_start - 1, a.value_start, "")
            case "last removed":
                return doc.splice(a.value_end, a.end, "")
            case "equals removed":
                return doc.splice(a.name_end, a.value_start - 1, "")
            case "blank before removed":
                return doc.splice(a.start, a.name_start, "")
            case _:
                return doc.splice(a.value_start - 1, a.end, f"'{a.value}'")

    return apply


for _change in [
    "removed",
    "first removed",
    "last removed",
    "equals removed",
    "blank before removed",
    "single",
]:
    register("quotes", _change, _quotes(_change))


def _damage(change: str) -> Surgeon:
    def apply(doc: Doc, random: Random) -> str:
        text = doc.text
        at = random.randrange(len(text))
        size = random.randrange(1, 60)
        match change:
            case "byte deleted":
                return text[:at] + text[at + 1 :]
            case "byte replaced":
                return text[:at] + chr(random.randrange(256)) + text[at + 1 :]
            case "printable replaced":
                return text[:at] + chr(random.randrange(32, 127)) + text[at + 1 :]
            case "markup inserted":
                return text[:at] + random.choice("<>&\"'/=!-? ") + text[at:]
            case "bytes deleted":
                return text[:at] + text[at + size :]
            case "bytes doubled":
                return text[: at + size] + text[at:]
            case "bit flipped":
                return text[:at] + chr(ord(text[at]) ^ (1 << random.randrange(8))) + text[at + 1 :]
            case _:
                other = random.randrange(len(text))
                return text[:at] + text[other : other + size] + text[at + size :]

    return apply


for _change in [
    "byte deleted",
    "byte replaced",
    "printable replaced",
    "markup inserted",
    "bytes deleted",
    "bytes doubled",
    "bit flipped",
    "bytes copied over",
]:
    for _turn in ("a", "b", "c"):
        register("damage", f"{_change} ({_turn})", _damage(_change))
for _name, _new in {"comment": "<!-- c -->", "NUL": "\0", "BOM": BOM, "line feed": "\n"}.items():
    register("at any byte", _name, _blind(_new))
