"""Search for packages, meshes and textures of a description, with all locations that were tried."""

from bodyplan.files.opener import OUTSIDE as OUTSIDE
from bodyplan.resources._result import Remark as Remark
from bodyplan.resources._result import Resolution as Resolution
from bodyplan.resources._result import Tried as Tried
from bodyplan.resources.find import Resources as Resources
from bodyplan.resources.variables import VARIABLES as VARIABLES
