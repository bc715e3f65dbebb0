// Proofs that two links never touch: cells of the joint box, each with bounds on what moves in it.
//
// The pose of link B in link A depends on the joints between them alone. In a cell a plane lies between
// two boxes of the links, in a frame that is held between two of the joints: those before it move A,
// those behind it move B. The first joint of each side turns the box about a fixed axis, so how far it
// reaches in a direction is known exactly, for any width of the cell. The other joints add no more than
// the speed of its points along the normal times the half width of the cell, plus a bound on the
// curvature of their paths. While the plane separates what both reach, the two boxes do not touch
// anywhere in the cell. Boxes that may touch are refined, or the cell is split.
#pragma once

#include <cstdint>
#include <vector>

#include "proof_surface.hpp"

namespace bodyplan::proof {

// A joint with one variable, seen from A: a rotation about an axis and a translation along it.
struct Step {
  Vec axis;  // unit, or zero
  double turn, slide;  // radians and metres for each unit of its value
  std::int32_t variable;
  double multiplier, offset;  // value = multiplier * variable + offset
  Pose after;  // of the next joint, or of B
};

struct Motion {
  Pose start;  // of the first joint in A
  std::vector<Step> steps;
  std::vector<double> lower, upper;  // of the variables
  double scale = 0.0;  // how far the joints are from each other

  Pose pose(const double* q) const;  // X_AB
};

enum class Verdict { proved, met, close, undecided };

struct Answer {
  Verdict verdict = Verdict::undecided;
  std::int64_t cells = 0, tests = 0;
  double clearance = 0.0;  // of a proof: they are never closer
  std::vector<double> q;  // where they meet, or are closer than the margin
};

// Whether surfaces are always further apart than `margin`. Deterministic; `budget` counts cells, and as
// further cells the pairs of boxes that are compared in them, by how long these take. Boxes are refined
// while they move less than `coarse` times their size: the smaller it is, the more cells, and the fewer
// boxes in each.
Answer prove(const Surface& a, const Surface& b, const Motion& motion, double margin, double coarse, std::int64_t budget);

double distance(const Surface& a, const Surface& b, const Pose& X_AB);

struct Nearest {
  double distance;
  std::vector<double> q;
};

// The smallest distance that random configurations and a descent from the nearest of them find.
Nearest nearest(const Surface& a, const Surface& b, const Motion& motion, std::uint64_t seed, std::int64_t samples,
                std::int32_t descents);

}  // namespace bodyplan::proof
