"""An SRDF resolved against a robot of any format: groups, states, end effectors, pairs, spheres.

Everything is resolved once, by ``resolve_srdf``, and faults are values of the result: rules report
them, ``show`` marks them, ``load`` and the authoring functions refuse or leave out what they concern.
"""
