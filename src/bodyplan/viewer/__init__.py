"""The page that shows a robot: its scene, its server, and pictures of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.viewer._loopback import PortError as PortError
    from bodyplan.viewer._page import BundleMissingError as BundleMissingError
    from bodyplan.viewer._robot_glb import robots_to_glb as robots_to_glb
    from bodyplan.viewer._unshown import TEXTURE_CODES as TEXTURE_CODES
    from bodyplan.viewer.assets import NOT_FOUND as NOT_FOUND
    from bodyplan.viewer.browser import BrowserMissingError as BrowserMissingError
    from bodyplan.viewer.browser import find_browser as find_browser
    from bodyplan.viewer.browser import open_in_browser as open_in_browser
    from bodyplan.viewer.live import LivePage as LivePage
    from bodyplan.viewer.live import Reload as Reload
    from bodyplan.viewer.picture import Picture as Picture
    from bodyplan.viewer.render import RenderError as RenderError
    from bodyplan.viewer.scene import Scene as Scene
    from bodyplan.viewer.scene import scene_of as scene_of
    from bodyplan.viewer.sources import Source as Source
    from bodyplan.viewer.view import View as View
    from bodyplan.viewer.view import html_of as html_of
    from bodyplan.viewer.view import picture_of as picture_of
    from bodyplan.viewer.view import require_drawable as require_drawable

_HOMES = {
    "BrowserMissingError": ".browser",
    "BundleMissingError": "._page",
    "LivePage": ".live",
    "NOT_FOUND": ".assets",
    "Picture": ".picture",
    "PortError": "._loopback",
    "Reload": ".live",
    "RenderError": ".render",
    "Scene": ".scene",
    "Source": ".sources",
    "TEXTURE_CODES": "._unshown",
    "View": ".view",
    "find_browser": ".browser",
    "html_of": ".view",
    "open_in_browser": ".browser",
    "picture_of": ".view",
    "require_drawable": ".view",
    "robots_to_glb": "._robot_glb",
    "scene_of": ".scene",
}

if not TYPE_CHECKING:  # without this condition, a type checker would accept every misspelt name
    __getattr__, __dir__ = loaded_later(globals(), _HOMES)
