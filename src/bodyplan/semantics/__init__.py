"""Resolves an SRDF against a robot of any format: groups, states, end effectors, pairs, spheres.

``resolve_srdf`` resolves each part once, and its result contains the problems. Rules report the
problems, ``show`` marks them, and ``load`` and the functions of ``edit`` reject or drop the
affected parts.
"""
