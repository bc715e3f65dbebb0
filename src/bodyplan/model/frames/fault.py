"""What there is of frames, and what can be wrong with them."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record

FrameKind = Literal["outside", "world", "model", "static model", "link", "joint", "frame"]

Said = Literal["pose", "relative_to", "attached_to", "placement_frame", "name"]
"""What of a frame a fault is about.

"attached_to" is the child of a joint and the canonical link of a model.
"""

FaultKind = Literal["unknown", "cycle", "not a link", "no link", "not finite", "duplicate"]
"""What is wrong.

- "unknown": the name does not exist.
- "cycle": following what is said leads back; the members are in order, the first said first.
- "not a link": the canonical link is a frame of another kind.
- "no link": the model has neither a link nor a model to be attached to.
- "not finite": the pose is not, or the place it leads to.
- "duplicate": the name is taken in this scope, and this frame cannot be referred to.
"""


class GraphFault(Record):
    """Something in the graph that does not lead to an end.

    Args:
        kind: what is wrong.
        frame: whose fault it is; of a cycle the frame that was added first.
        said: what of the frame it is about.
        name: the name that was written, if one was.
        members: of a cycle, in order; of a duplicate, the frame that has the name.
        of_bodies: whether what the frames are attached to leads nowhere, not their poses.
    """

    kind: FaultKind
    frame: int
    said: Said
    name: str = ""
    members: tuple[int, ...] = ()
    of_bodies: bool = False
