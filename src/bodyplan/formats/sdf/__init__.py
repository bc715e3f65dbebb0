"""SDFormat 1.0 to 1.12: models, worlds, sensors, lights, actors and their states."""

from bodyplan.formats.sdf.actor import *
from bodyplan.formats.sdf.camera import *
from bodyplan.formats.sdf.joint import *
from bodyplan.formats.sdf.light import *
from bodyplan.formats.sdf.link import *
from bodyplan.formats.sdf.material import *
from bodyplan.formats.sdf.model import *
from bodyplan.formats.sdf.noise import *
from bodyplan.formats.sdf.physics import *
from bodyplan.formats.sdf.plugin import *
from bodyplan.formats.sdf.pose import *
from bodyplan.formats.sdf.range import *
from bodyplan.formats.sdf.root import *
from bodyplan.formats.sdf.scene import *
from bodyplan.formats.sdf.sensor import *
from bodyplan.formats.sdf.shapes import *
from bodyplan.formats.sdf.state import *
from bodyplan.formats.sdf.surface import *
from bodyplan.formats.sdf.world import *
