"""Content of a description that has no field in the robot model, such as plugins and gains."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bodyplan.core import Record

if TYPE_CHECKING:
    from bodyplan.diag import Where
    from bodyplan.model.attachment import Sensor, Transmission
    from bodyplan.model.looks import Looks

DetailValue = str | float | tuple[float, ...]
"""A text, a number, or several numbers."""

Actuator = tuple["Transmission", str, dict[str, str]]
"""A transmission, and the tag and other attributes of its element in the source format."""


class Detail(Record):
    """One value of a description for which the robot model has no field.

    Args:
        entity: the part of the description, as named in the format, such as "joint 'elbow'"; empty
            for the whole robot.
        field: the path of the value in this part, such as "safety_controller/soft_upper_limit".
        value: the value in the file; a default value is not a detail.
        source: the element from which the value was read.
    """

    entity: str
    field: str
    value: DetailValue
    source: Any = None


class Details:
    """The details of a description, collected at the first query.

    Args:
        format: the format of the description, such as "urdf".
        found: a function that returns the details.
        place: a function that returns the location of the source of a detail; None if unknown.
        looks: the textures and materials that have no field in the robot model; None without any.
        sensors: a function that returns the sensors among the details, such as those in
            ``<gazebo>`` blocks. In other formats, sensors are part of the robot model.
        actuators: the transmissions and their source elements, for conversions to the same format.
    """

    def __init__(
        self,
        format: str,  # noqa: A002  (as in ``Document``)
        found: Callable[[], Iterable[Detail]],
        place: Callable[[Any], Where | None] = lambda _: None,
        *,
        looks: Looks | None = None,
        sensors: Callable[[], Iterable[Sensor]] = tuple,
        actuators: tuple[Actuator, ...] = (),
    ) -> None:
        self.format = format
        self.looks = looks
        self.actuators = actuators
        self._found = found
        self._place = place
        self._sensors = sensors

    def __repr__(self) -> str:
        return f"<Details of {self.format}>"

    @property
    def says_base(self) -> bool:
        """Whether files of this format define whether the base is fixed.

        URDF files do not: each program decides.
        """
        return self.format != "urdf"

    @cached_property
    def values(self) -> tuple[Detail, ...]:
        """All details of the description."""
        return tuple(self._found())

    @cached_property
    def sensors(self) -> tuple[Sensor, ...]:
        """The sensors among the details."""
        return tuple(self._sensors())

    def where(self, detail: Detail) -> Where | None:
        """Return file, line and column of a detail; None if unknown."""
        return None if detail.source is None else self._place(detail.source)
