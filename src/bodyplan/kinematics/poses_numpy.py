from bodyplan.kinematics import poses


def fill(plan, part, q, out):
    X = poses.stacked(poses.link_poses(plan, part, q), part.slots, q)
    out[...] = X[..., : out.shape[-2], :]
