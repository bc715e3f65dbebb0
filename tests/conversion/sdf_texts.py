"""SDFormat files by dice: frames that hang from each other in every way, with faults on request."""

from __future__ import annotations

import random
from xml.sax.saxutils import quoteattr

WORD = {"link": "l", "joint": "j", "frame": "f", "model": "m"}


class Node:
    """A frame of the file that is being made.

    Args:
        kind: link, joint, frame, model or world.
        name: of it.
    """

    def __init__(self, kind: str, name: str) -> None:
        self.kind = kind
        self.name = name
        self.inside: list[Node] = []
        self.text = ""
        self.is_static = False

    def names(self, prefix: str = "") -> list[tuple[str, Node]]:
        """All that can be named from outside, with its name."""
        found = [(prefix + self.name, self)]
        for node in self.inside:
            found += node.names(f"{prefix}{self.name}::")
        if self.kind == "model":
            found.append((f"{prefix}{self.name}::__model__", self))
        return found


class Maker:
    """One file.

    Args:
        dice: chooses.
        version: of the format.
        faults: how likely a name is to be any name, which can lead nowhere or back.
    """

    def __init__(self, dice: random.Random, version: tuple[int, int], faults: float = 0.0) -> None:
        self.dice = dice
        self.version = version
        self.faults = faults
        self.count = 0

    def text(self) -> str:
        """The file."""
        if self.dice.random() < 0.4:
            world = Node("world", "default")
            for _ in range(self.dice.randint(1, 3)):
                world.inside.append(self.model(world.inside, 0))
            if self.version >= (1, 7):
                for _ in range(self.dice.randint(0, 3)):
                    world.inside.append(self.frame(world, is_world=True))
            body = f'<world name="default">{self.shuffled(world.inside)}</world>'
        else:
            body = self.model(None, 0).text
        return f'<sdf version="{self.version[0]}.{self.version[1]}">{body}</sdf>'

    def shuffled(self, nodes: list[Node], *others: str) -> str:
        """The elements of a scope in any order."""
        texts = [node.text for node in nodes]
        texts += [text for text in others if text]
        self.dice.shuffle(texts)
        return "".join(texts)

    def name(self, kind: str) -> str:
        """A name that is new."""
        self.count += 1
        return f"{WORD[kind]}{self.count}"

    def pose(self, relative_to: str = "", *, needed: bool = False) -> str:
        """A pose, or nothing, which stands for one."""
        dice = self.dice
        if not needed and not relative_to and dice.random() < 0.2:
            return ""
        numbers = [dice.uniform(-3, 3) for _ in range(6)]
        words = ""
        if relative_to:
            attribute = "relative_to" if self.version >= (1, 7) else "frame"
            words = f" {attribute}={quoteattr(relative_to)}"
        if self.version >= (1, 9) and dice.random() < 0.4:
            if dice.random() < 0.5:
                words += ' degrees="true"'
                numbers[3:] = [dice.uniform(-180, 180) for _ in range(3)]
            else:
                words += ' rotation_format="quat_xyzw"'
                numbers[3:] = [dice.gauss(0, 1) for _ in range(4)]
                length = sum(number**2 for number in numbers[3:]) ** 0.5
                numbers[3:] = [number / length for number in numbers[3:]]
        return f"<pose{words}>{' '.join(map(repr, numbers))}</pose>"

    def any_name(self) -> str:
        """A name of something, or of nothing."""
        word = self.dice.choice(list(WORD.values()))
        return f"{word}{self.dice.randint(1, self.count + 2)}"

    def target(self, known: list[Node], scope: str) -> str:
        """A frame that stands before, so that nothing leads back; none at all in old versions."""
        if self.version < (1, 5):
            return ""
        if self.dice.random() < self.faults:
            return self.any_name()
        names = [name for node in known for name, _ in node.names()]
        if self.version < (1, 8):
            names = [name for name in names if not name.endswith("::__model__")]
        return self.dice.choice(["", scope, *names])

    def frame(self, scope: Node, *, is_world: bool = False) -> Node:
        """A frame; in a world or in a model."""
        node = Node("frame", self.name("frame"))
        own = "world" if is_world else "__model__"
        attached = self.target(scope.inside, own) if self.version >= (1, 7) else ""
        relative = self.target(scope.inside, own)
        words = f' attached_to="{attached}"' if attached else ""
        node.text = f'<frame name="{node.name}"{words}>{self.pose(relative)}</frame>'
        return node

    def link(self, scope: Node) -> Node:
        """A link with parts that are placed relative to other frames."""
        node = Node("link", self.name("link"))
        relative = self.target(scope.inside, "__model__")
        known = [*scope.inside, node]
        parts = ""
        for tag in ("collision", "visual"):
            if self.dice.random() < 0.3:
                shape = "<geometry><sphere><radius>1</radius></sphere></geometry>"
                pose = self.pose(self.target(known, "__model__"))
                parts += f'<{tag} name="{tag}">{pose}{shape}</{tag}>'
        if self.version >= (1, 2) and self.dice.random() < 0.2:
            pose = self.pose(self.target(known, "__model__"))
            parts += f'<sensor name="sensor" type="altimeter">{pose}</sensor>'
        node.text = f'<link name="{node.name}">{self.pose(relative)}{parts}</link>'
        return node

    def joint(self, scope: Node) -> Node:
        """A joint, with axes in whatever frame the version has."""
        node = Node("joint", self.name("joint"))
        links = [other.name for other in scope.inside if other.kind == "link"]
        if self.version >= (1, 8):
            links = [
                name
                for other in scope.inside
                for name, inner in other.names()
                if inner.kind != "model"
            ]
        child, parent = self.dice.choice(links), self.dice.choice([*links, "world"])
        if self.dice.random() < self.faults:
            parent = self.any_name()
        if self.dice.random() < self.faults:
            child = self.any_name()
        axes = "".join(
            self.axis(tag, scope.inside) for tag in ("axis", "axis2") if self.dice.random() < 0.7
        )
        relative = self.target(scope.inside, "__model__") if self.dice.random() < 0.5 else ""
        node.text = (
            f'<joint name="{node.name}" type="universal">{self.pose(relative)}'
            f"<parent>{parent}</parent><child>{child}</child>{axes}</joint>"
        )
        return node

    def axis(self, tag: str, known: list[Node]) -> str:
        """An axis."""
        numbers = " ".join(repr(self.dice.uniform(-1, 1)) for _ in range(3))
        words = flag = ""
        if self.version >= (1, 7):
            name = self.target(known, "__model__")
            words = f' expressed_in="{name}"' if name else ""
        elif self.version >= (1, 5):
            flag = self.dice.choice(["true", "1", "false", "0"])
            flag = f"<use_parent_model_frame>{flag}</use_parent_model_frame>"
        return (
            f"<{tag}><xyz{words}>{numbers}</xyz>{flag}"
            f"<limit><lower>-1</lower><upper>1</upper></limit></{tag}>"
        )

    def model(self, known: list[Node] | None, depth: int) -> Node:
        """A model; outside of everything where nothing is known."""
        dice, node = self.dice, Node("model", self.name("model"))
        words = ""
        can_nest = self.version >= (1, 5) and depth < 3
        makers = [self.link, self.link, self.frame if self.version >= (1, 5) else self.link]
        if not can_nest or dice.random() < 0.8:
            node.inside.append(self.link(node))
        for _ in range(dice.randint(0 if node.inside else 1, 6)):
            if can_nest and (not node.inside or dice.random() < 0.3):
                node.inside.append(self.model(node.inside, depth + 1))
            elif dice.random() < 0.4 and any(one.kind == "link" for one in node.inside):
                node.inside.append(self.joint(node))
            else:
                node.inside.append(dice.choice(makers)(node))
        node.is_static = dice.random() < 0.15
        inside = [pair for other in node.inside for pair in other.names()]
        if self.version >= (1, 7) and dice.random() < 0.4:
            links = [name for name, other in inside if other.kind == "link"]
            if links and dice.random() >= self.faults:
                words += f' canonical_link="{dice.choice(links)}"'
            elif links:
                words += f' canonical_link="{self.any_name()}"'
        if self.version >= (1, 8) and dice.random() < 0.4:
            name = dice.choice(["__model__", *(name for name, _ in inside)])
            if dice.random() < self.faults:
                name = self.any_name()
            words += f' placement_frame="{name}"'
        scope = "__model__" if depth else "world"
        relative = "" if known is None else self.target(known, scope)
        pose = self.pose(relative if self.version >= (1, 7) or depth else "")
        static = "<static>true</static>" if node.is_static else ""
        content = self.shuffled(node.inside, pose, static)
        node.text = f'<model name="{node.name}"{words}>{content}</model>'
        return node
