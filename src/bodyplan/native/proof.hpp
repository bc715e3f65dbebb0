// Proofs that two links never touch. The box of joint positions is divided into cells, and the motion of the
// links in each cell is bounded.
//
// The pose of link B in link A depends only on the joints between the links. In a cell, a plane separates a box
// of A from a box of B. The plane is fixed in a frame between two of the joints: joints before this frame move A,
// joints after it move B. On each side, the joint next to the link rotates the box about a fixed axis, so the
// extent of the rotated box in a direction is known exactly, for any width of the cell. Each other joint adds at
// most the speed of the points along the normal times half the width of the cell, plus a bound on the curvature
// of their paths. If the plane separates the extents of both boxes, the boxes do not touch anywhere in the cell.
// If the boxes may touch, they are divided, or the cell is split.
#pragma once

#include <cstdint>
#include <vector>

#include "proof_surface.hpp"

namespace bodyplan::proof {

// A joint with one variable: a rotation about an axis and a translation along this axis, from A towards B.
struct Step {
  Vec axis;  // unit, or zero
  double turn, slide;  // rotation [rad] and translation [m] per unit of the joint's value
  std::int32_t variable;
  double multiplier, offset;  // value = multiplier * variable + offset
  Pose after;  // pose of the next joint, or of B, after the last joint
};

struct Motion {
  Pose start;  // pose of the first joint in A
  std::vector<Step> steps;
  std::vector<double> lower, upper;  // limits of the variables
  double scale = 0.0;  // largest distance between the joints

  Pose pose(const double* q) const;  // X_AB
};

enum class Verdict { proved, met, close, undecided };

struct Answer {
  Verdict verdict = Verdict::undecided;
  std::int64_t cells = 0, tests = 0;
  double clearance = 0.0;  // if proved, a lower bound of the distance of the links
  std::vector<double> q;  // else, if found, a configuration in which the links touch or are closer than the margin
};

// Whether the distance of two surfaces is always larger than `margin`. The result is deterministic. `budget` is
// the largest number of cells; compared pairs of boxes count as cells according to their computing time. Boxes
// are divided while they move less than `coarse` times their size: a smaller value results in more cells with
// fewer boxes each.
Answer prove(const Surface& a, const Surface& b, const Motion& motion, double margin, double coarse, std::int64_t budget);

double distance(const Surface& a, const Surface& b, const Pose& X_AB);

struct Nearest {
  double distance;
  std::vector<double> q;
};

// The smallest distance found in random configurations, and by a descent from the best of these configurations.
Nearest nearest(const Surface& a, const Surface& b, const Motion& motion, std::uint64_t seed, std::int64_t samples,
                std::int32_t descents);

}  // namespace bodyplan::proof
