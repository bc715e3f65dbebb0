"""SDFormat 1.0 to 1.12: models, worlds, sensors, lights, actors and their states."""

from bodyplan.formats.sdf._actor import *
from bodyplan.formats.sdf._light import *
from bodyplan.formats.sdf._link import *
from bodyplan.formats.sdf._material import *
from bodyplan.formats.sdf._physics import *
from bodyplan.formats.sdf._shapes import *
from bodyplan.formats.sdf._state import *
from bodyplan.formats.sdf.joint import *
from bodyplan.formats.sdf.model import *
from bodyplan.formats.sdf.plugin import *
from bodyplan.formats.sdf.pose import *
from bodyplan.formats.sdf.root import *
from bodyplan.formats.sdf.scene import *
from bodyplan.formats.sdf.sensors.camera import *
from bodyplan.formats.sdf.sensors.noise import *
from bodyplan.formats.sdf.sensors.range import *
from bodyplan.formats.sdf.sensors.sensor import *
from bodyplan.formats.sdf.surface import *
from bodyplan.formats.sdf.world import *
