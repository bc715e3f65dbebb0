// The largest extent of points of a link in a direction while the joints between two links move within a cell.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "proof.hpp"

namespace bodyplan::proof {

constexpr std::size_t kMostSteps = 32;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The pose of a rotation about an axis and a translation along it.
Pose turned(Vec axis, double sine, double cosine, double along);

// A joint in a cell: its axis in the frame of A at the centre of the cell, and its largest motion from the
// centre.
struct Joint {
  Vec axis, origin;
  double turn, slide, width;  // width: half the range of its value in the cell
  double multiplier;
  std::size_t variable;
  bool is_alone;  // no other joint uses its variable
  double angle, travel;      // largest rotation and translation, both at least 0
  double sine, cosine;       // of the angle, which is limited to half a turn
  double most_sine, chord;   // largest sine up to the angle; length of the chord for a point at distance 1

  void set_width(double half);
};

// Points whose convex hull is a part of a link.
template <int N>
struct Points {
  double x[N], y[N], z[N];

  void set(int i, Vec p) { x[i] = p.x, y[i] = p.y, z[i] = p.z; }
};
using Corners8 = Points<8>;  // corners of a box
using Corners3 = Points<4>;  // corners of a triangle, one of them twice

// A sphere that contains a part of a link in all positions of the joint next to the link.
struct Ball {
  Vec center;
  double radius;

  Ball(Vec middle, double radius_of, const Joint* end);
  double from_axis(const Joint& joint) const { return length(cross(joint.axis, center - joint.origin)) + radius; }
};

// The largest d . p of the points, in all positions of the joint next to the link.
template <int N>
double reach(const Points<N>& points, Vec d, const Joint* end) {
  double most = -kInfinity;
  if (end == nullptr || end->angle == 0.0) {
    for (int i = 0; i < N; ++i) most = std::max(most, d.x * points.x[i] + d.y * points.y[i] + d.z * points.z[i]);
    return end == nullptr ? most : most + end->travel * std::abs(dot(d, end->axis));
  }
  // For a point that rotates about the axis: d . p = height * (d . axis) + a cos + b sin.
  const Vec u = end->axis, o = end->origin;
  const double along = dot(d, u);
  const Vec m = d - along * u, t = cross(u, d), h = along * u;
  double a[N], b[N], z[N], found[N];
  for (int i = 0; i < N; ++i) {
    const double x = points.x[i] - o.x, y = points.y[i] - o.y, w = points.z[i] - o.z;
    a[i] = m.x * x + m.y * y + m.z * w;
    b[i] = std::abs(t.x * x + t.y * y + t.z * w);
    z[i] = h.x * x + h.y * y + h.z * w;
  }
  for (int i = 0; i < N; ++i) {
    const double top = std::sqrt(a[i] * a[i] + b[i] * b[i]), end_of = a[i] * end->cosine + b[i] * end->sine;
    found[i] = z[i] + (a[i] * end->sine >= b[i] * end->cosine ? top : end_of);
  }
  for (int i = 0; i < N; ++i) most = std::max(most, found[i]);
  return most + dot(d, o) + end->travel * std::abs(along);
}

// The joints on one side of the frame in which the plane is fixed; the joint next to the link is first.
struct Chain {
  std::array<const Joint*, kMostSteps> joints;
  std::size_t count = 0;

  void add(const Joint& joint) { joints[count++] = &joint; }
  const Joint* end() const { return count == 0 ? nullptr : joints[0]; }
};

// The largest d . p of the points, in all positions of the chain. `parts` receives, for each variable,
// the contribution of its joints.
template <int N>
double reach(const Points<N>& points, const Ball& ball, Vec d, const Chain& chain, double* parts) {
  const Joint* end = chain.end();
  double rest = 0.0, moved = 0.0;  // contributions of the previous joints, except the first
  std::array<Vec, kMostSteps> ways;
  std::array<double, kMostSteps> shifts;
  std::size_t count = 0;
  for (std::size_t i = 1; i < chain.count; ++i) {
    const Joint& joint = *chain.joints[i];
    const double along = dot(d, joint.axis), slid = joint.travel * std::abs(along);
    double own = slid;
    if (joint.angle > 0.0) {
      // d . R p = height + a cos + b sin, at most a + (1 - least cos) max(0, -a) + largest sin |b|.
      const Vec m = d - along * joint.axis, way = joint.most_sine * cross(d, joint.axis);
      double bend = dot(m, joint.origin - ball.center) + length(m) * ball.radius;
      if (bend > 0.0) bend = std::max(0.0, reach(points, -1.0 * m, end) + dot(m, joint.origin));
      bend = (1.0 - joint.cosine) * std::max(0.0, bend) + joint.chord * length(m) * moved;
      own += bend;
      rest += own;
      ways[count] = way;
      shifts[count++] = -dot(way, joint.origin);
      moved += joint.chord * (ball.from_axis(joint) + moved) + joint.travel;
      if (parts != nullptr) {
        const double most = std::max(reach(points, way, end) + shifts[count - 1], reach(points, -1.0 * way, end) - shifts[count - 1]);
        parts[joint.variable] += own + most;
      }
    } else {
      rest += slid;
      moved += joint.travel;
      if (parts != nullptr) parts[joint.variable] += slid;
    }
  }
  double best = -kInfinity;
  switch (count) {
    case 0: best = reach(points, d, end); break;
    case 1:
      for (const double s : {1.0, -1.0}) best = std::max(best, reach(points, d + s * ways[0], end) + s * shifts[0]);
      break;
    default:
      for (const double s : {1.0, -1.0}) {
        for (const double r : {1.0, -1.0}) {
          best = std::max(best, reach(points, d + s * ways[0] + r * ways[1], end) + s * shifts[0] + r * shifts[1]);
        }
      }
      for (std::size_t i = 2; i < count; ++i) {
        rest += std::max(reach(points, ways[i], end) + shifts[i], reach(points, -1.0 * ways[i], end) - shifts[i]);
      }
  }
  return best + rest;
}

}  // namespace bodyplan::proof
