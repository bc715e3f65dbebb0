"""An SRDF resolved against a robot of any format: groups, states, end effectors, pairs, spheres.

``resolve_srdf`` resolves everything once; problems are values of the result. Rules report them,
``show`` marks them, and ``load`` and the functions of ``edit`` reject or drop the affected parts.
"""
