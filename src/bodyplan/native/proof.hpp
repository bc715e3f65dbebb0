// Proofs that two links never touch: the box of joint positions is divided into cells, each with bounds
// on the motion in the cell.
//
// The pose of link B in link A depends only on the joints between them. In a cell, a plane separates
// two boxes of the links. The plane is fixed in a frame between two of the joints: joints before this
// frame move A, joints behind it move B. The first joint of each side rotates the box about a fixed
// axis, so the extent of the rotated box in a direction is known exactly, for any width of the cell.
// The other joints add at most the speed of the points along the normal times half the width of the
// cell, plus a bound on the curvature of their paths. If the plane separates the extents of both boxes,
// they do not touch anywhere in the cell. Boxes that may touch are refined, or the cell is split.
#pragma once

#include <cstdint>
#include <vector>

#include "proof_surface.hpp"

namespace bodyplan::proof {

// A joint with one variable, seen from A: a rotation about an axis and a translation along this axis.
struct Step {
  Vec axis;  // unit, or zero
  double turn, slide;  // rotation [rad] and translation [m] per unit of its value
  std::int32_t variable;
  double multiplier, offset;  // value = multiplier * variable + offset
  Pose after;  // pose of the next joint, or of B
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
  double clearance = 0.0;  // in a proof: the links are never closer
  std::vector<double> q;  // a configuration in which the links touch, or are closer than the margin
};

// Whether the distance of two surfaces is always larger than `margin`. Deterministic; `budget` is the
// number of cells, in which compared pairs of boxes count according to their computing time. Boxes are
// refined while they move less than `coarse` times their size: a smaller value gives more cells with
// fewer boxes each.
Answer prove(const Surface& a, const Surface& b, const Motion& motion, double margin, double coarse, std::int64_t budget);

double distance(const Surface& a, const Surface& b, const Pose& X_AB);

struct Nearest {
  double distance;
  std::vector<double> q;
};

// The smallest distance found in random configurations, and by a descent from the nearest of them.
Nearest nearest(const Surface& a, const Surface& b, const Motion& motion, std::uint64_t seed, std::int64_t samples,
                std::int32_t descents);

}  // namespace bodyplan::proof
