"""The kinds of frames, and the faults of frames."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record

FrameKind = Literal["outside", "world", "model", "static model", "link", "joint", "frame"]

Said = Literal["pose", "relative_to", "attached_to", "placement_frame", "name"]
"""The property of a frame that a fault concerns.

For a joint, "attached_to" is its child; for a model, its canonical link.
"""

FaultKind = Literal["unknown", "cycle", "not a link", "no link", "not finite", "duplicate"]
"""The kind of a fault.

- "unknown": the name does not exist.
- "cycle": frames refer to each other in a cycle; the members are in order, beginning with the frame
  that was added first.
- "not a link": the canonical link is a frame of another kind.
- "no link": the model contains neither a link nor a nested model to which its frame can be
  attached.
- "not finite": the pose of the frame, as written or as resolved, is not finite.
- "duplicate": another frame in this scope has the same name, so that this frame cannot be
  referenced.
"""


class GraphFault(Record):
    """A reason why a frame of the graph cannot be resolved.

    Args:
        kind: the kind of the fault.
        frame: the faulty frame; for a cycle, the frame of the cycle that was added first.
        said: the property of the frame that is wrong.
        name: the name to which this property refers, as written; empty without one.
        members: the frames of a cycle, in order; for a duplicate, the previous frame with the same
            name.
        of_bodies: whether the fault concerns the attachments of frames instead of their poses.
    """

    kind: FaultKind
    frame: int
    said: Said
    name: str = ""
    members: tuple[int, ...] = ()
    of_bodies: bool = False
