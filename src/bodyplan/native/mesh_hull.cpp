// Quickhull on an integer grid, on which the test on which side of a plane a point lies is exact.
//
// Exact tests make corrections unnecessary. A triangle is visible from a point only if the point is strictly
// outside of it. The visible triangles are connected, and their boundary is one simple loop without an edge
// that is collinear with the point, so that no degenerate triangle is created.
//
// Source: Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, 1996.
#ifdef __SIZEOF_INT128__
#include "mesh_hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bodyplan::mesh {

namespace {

__extension__ typedef __int128 Wide;

// The largest difference of coordinates is 2^kBits grid steps, so that six times the volume of a tetrahedron is
// below 2^127. Coordinates in single precision, which most meshes use, are exact on such a grid.
constexpr int kBits = 41;
constexpr std::int32_t kNone = -1;
constexpr int kFarthest = 1000;  // number of corners that are chosen as the farthest points

struct Point {
  std::int64_t at[3];
};

struct Face {
  std::int32_t corner[3];
  std::int32_t beyond[3];           // the neighbouring face at the edge from corner i to i + 1
  std::int32_t first_outside = kNone;  // head of a linked list of points from which the face is visible
  bool is_there = true;
  Wide normal[3];
  double rounded[3];
};

class Quickhull {
 public:
  explicit Quickhull(std::vector<Point> points)
      : points_(std::move(points)),
        next_(points_.size(), kNone),
        seen_face_(points_.size(), kNone),
        face_at_(points_.size(), kNone) {}

  std::vector<Triangle> run() {
    std::vector<Triangle> found;
    if (!begin()) return found;
    // The farthest points are added first: they are certainly corners of the hull. Then points are added in
    // random order: for shapes such as finely divided cylinders, adding only farthest points would take
    // quadratic time.
    for (int patience = kFarthest; patience > 0 && !waiting_.empty();) {
      const std::int32_t face = waiting_.back();
      waiting_.pop_back();
      if (!faces_[face].is_there || faces_[face].first_outside == kNone) continue;
      grow(farthest(face));
      --patience;
    }
    waiting_.clear();
    for (const std::int32_t point : shuffled()) {
      if (seen_face_[point] != kNone) grow(point);
    }
    for (const Face& face : faces_) {
      if (face.is_there) found.push_back({face.corner[0], face.corner[1], face.corner[2]});
    }
    return found;
  }

 private:
  static void minus(const Point& one, const Point& other, std::int64_t (&way)[3]) {
    for (int axis = 0; axis < 3; ++axis) way[axis] = one.at[axis] - other.at[axis];
  }

  // The signed distance of a point from a face, times the length of the normal; `doubt` bounds its rounding error.
  double height(const Face& face, std::int32_t point, double& doubt) const {
    std::int64_t way[3];
    minus(points_[point], points_[face.corner[0]], way);
    double sum = 0.0, size = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      const double part = face.rounded[axis] * static_cast<double>(way[axis]);
      sum += part;
      size += std::abs(part);
    }
    doubt = 1e-15 * size;  // five rounding errors of 2^-53 each, and a margin
    return sum;
  }

  bool sees(std::int32_t point, const Face& face) const {
    double doubt;
    const double rough = height(face, point, doubt);
    if (rough > doubt) return true;
    if (rough < -doubt) return false;
    return exact(face, point) > 0;
  }

  Wide exact(const Face& face, std::int32_t point) const {
    std::int64_t way[3];
    minus(points_[point], points_[face.corner[0]], way);
    return face.normal[0] * way[0] + face.normal[1] * way[1] + face.normal[2] * way[2];
  }

  Face made(std::int32_t a, std::int32_t b, std::int32_t c) const {
    Face face{};
    face.corner[0] = a, face.corner[1] = b, face.corner[2] = c;
    std::int64_t p[3], q[3];
    minus(points_[b], points_[a], p);
    minus(points_[c], points_[a], q);
    for (int axis = 0; axis < 3; ++axis) {
      const int y = (axis + 1) % 3, z = (axis + 2) % 3;
      face.normal[axis] = static_cast<Wide>(p[y]) * q[z] - static_cast<Wide>(p[z]) * q[y];
      face.rounded[axis] = static_cast<double>(face.normal[axis]);
      face.beyond[axis] = kNone;
    }
    return face;
  }

  // Constructs a tetrahedron of four points, and adds each point outside of it to the list of a face.
  bool begin() {
    const auto count = static_cast<std::int32_t>(points_.size());
    if (count < 4) return false;
    const auto distance = [this](std::int32_t one, std::int32_t other) {
      std::int64_t way[3];
      minus(points_[one], points_[other], way);
      double sum = 0.0;
      for (const std::int64_t part : way) sum += static_cast<double>(part) * static_cast<double>(part);
      return sum;
    };
    std::int32_t a = 0, b = 0, c = 0, d = 0;
    for (std::int32_t i = 1; i < count; ++i) {
      if (points_[i].at[0] < points_[a].at[0]) a = i;
    }
    for (std::int32_t i = 0; i < count; ++i) {
      if (distance(i, a) > distance(b, a)) b = i;
    }
    double widest = 0.0;
    std::int64_t along[3], way[3];
    minus(points_[b], points_[a], along);
    for (std::int32_t i = 0; i < count; ++i) {
      minus(points_[i], points_[a], way);
      double rough = 0.0, size = 0.0;  // the squared width, and its largest error
      for (int axis = 0; axis < 3; ++axis) {
        const int y = (axis + 1) % 3, z = (axis + 2) % 3;
        const double one = static_cast<double>(along[y]) * static_cast<double>(way[z]);
        const double two = static_cast<double>(along[z]) * static_cast<double>(way[y]);
        rough += (one - two) * (one - two);
        size += one * one + two * two;
      }
      if (rough + 1e-14 * size < widest * widest * (1.0 - 1e-12)) continue;
      const Face face = made(a, b, i);
      const double width = std::hypot(face.rounded[0], face.rounded[1], face.rounded[2]);
      if (width > widest) widest = width, c = i;
    }
    if (widest == 0.0) return false;
    const Face base = made(a, b, c);
    Wide highest = 0;
    for (std::int32_t i = 0; i < count; ++i) {
      const Wide above = exact(base, i);
      if ((above < 0 ? -above : above) > (highest < 0 ? -highest : highest)) highest = above, d = i;
    }
    if (highest == 0) return false;
    if (highest > 0) std::swap(b, c);  // the fourth corner is below the base
    faces_ = {made(a, b, c), made(a, d, b), made(b, d, c), made(c, d, a)};
    // for each edge from corner i to i + 1: the face with the same edge in the opposite direction
    constexpr std::int32_t kBeyond[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int face = 0; face < 4; ++face) std::copy_n(kBeyond[face], 3, faces_[face].beyond);
    fresh_ = {0, 1, 2, 3};
    for (std::int32_t i = 0; i < count; ++i) {
      if (i != a && i != b && i != c && i != d) hand_over(i);
    }
    waiting_ = fresh_;
    return true;
  }

  // Adds a point to the list of a new face that is visible from it; if there is no such face, the point is
  // inside the hull.
  void hand_over(std::int32_t point) {
    for (const std::int32_t face : fresh_) {
      if (sees(point, faces_[face])) {
        seen_face_[point] = face;
        next_[point] = faces_[face].first_outside;
        faces_[face].first_outside = point;
        return;
      }
    }
    seen_face_[point] = kNone;
  }

  // All points in a reproducible pseudo-random order.
  std::vector<std::int32_t> shuffled() const {
    std::vector<std::int32_t> order(points_.size());
    std::iota(order.begin(), order.end(), 0);
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    for (std::size_t left = order.size(); left > 1; --left) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      std::swap(order[left - 1], order[state % left]);
    }
    return order;
  }

  std::int32_t farthest(std::int32_t face) const {
    std::int32_t found = kNone;
    double highest = 0.0;
    for (std::int32_t point = faces_[face].first_outside; point != kNone; point = next_[point]) {
      double doubt;
      const double above = height(faces_[face], point, doubt);
      if (found == kNone || above > highest) highest = above, found = point;
    }
    return found;
  }

  // Adds an outside point as a corner: a cone replaces all faces that are visible from it.
  void grow(std::int32_t apex) {
    const std::int32_t seen_first = seen_face_[apex];
    seen_face_[apex] = kNone;
    seen_.assign(1, seen_first);
    faces_[seen_first].is_there = false;
    rim_.clear();
    for (std::size_t k = 0; k < seen_.size(); ++k) {
      const std::int32_t face = seen_[k];
      for (int edge = 0; edge < 3; ++edge) {
        const std::int32_t other = faces_[face].beyond[edge];
        if (!faces_[other].is_there) continue;
        if (sees(apex, faces_[other])) {
          faces_[other].is_there = false;
          seen_.push_back(other);
        }
      }
    }
    for (const std::int32_t face : seen_) {
      for (int edge = 0; edge < 3; ++edge) {
        if (faces_[faces_[face].beyond[edge]].is_there) rim_.push_back({face, edge});
      }
    }
    fresh_.clear();
    for (const auto& [face, edge] : rim_) {
      const std::int32_t u = faces_[face].corner[edge], v = faces_[face].corner[(edge + 1) % 3];
      const std::int32_t other = faces_[face].beyond[edge];
      const std::int32_t fresh = place();
      faces_[fresh] = made(u, v, apex);
      faces_[fresh].beyond[0] = other;
      for (int back = 0; back < 3; ++back) {
        if (faces_[other].corner[back] == v && faces_[other].corner[(back + 1) % 3] == u) {
          faces_[other].beyond[back] = fresh;
        }
      }
      face_at_[u] = fresh;
      fresh_.push_back(fresh);
    }
    for (const std::int32_t face : fresh_) {
      const std::int32_t after = face_at_[faces_[face].corner[1]];
      faces_[face].beyond[1] = after;
      faces_[after].beyond[2] = face;
    }
    for (const std::int32_t face : seen_) {
      std::int32_t point = faces_[face].first_outside;
      while (point != kNone) {
        const std::int32_t following = next_[point];
        if (point != apex) hand_over(point);
        point = following;
      }
    }
    free_.insert(free_.end(), seen_.begin(), seen_.end());
    waiting_.insert(waiting_.end(), fresh_.begin(), fresh_.end());
  }

  // Returns the index of an unused face: a removed face or a new one. Points in the list of a removed face are
  // assigned to other faces first.
  std::int32_t place() {
    if (free_.empty()) {
      faces_.emplace_back();
      return static_cast<std::int32_t>(faces_.size()) - 1;
    }
    const std::int32_t face = free_.back();
    free_.pop_back();
    return face;
  }

  struct RimEdge {
    std::int32_t face;
    int edge;
  };

  std::vector<Point> points_;
  std::vector<std::int32_t> next_;       // by point: the next point in its list
  std::vector<std::int32_t> seen_face_;  // by point: the face whose list contains it; none for inside points
  std::vector<std::int32_t> face_at_;    // by point: the newest face with a boundary edge that begins at it
  std::vector<Face> faces_;
  std::vector<std::int32_t> waiting_, seen_, fresh_, free_;
  std::vector<RimEdge> rim_;
};

}  // namespace

std::vector<Triangle> hull(const double* points, std::size_t count) {
  if (count < 4 || count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) return {};
  if (!std::all_of(points, points + 3 * count, [](double number) { return std::isfinite(number); })) return {};
  std::vector<Point> rounded(count);
  for (int axis = 0; axis < 3; ++axis) {
    double low = points[axis], high = points[axis];
    for (std::size_t i = 1; i < count; ++i) {
      low = std::min(low, points[3 * i + axis]);
      high = std::max(high, points[3 * i + axis]);
    }
    if (!(high > low) || !std::isfinite(high - low)) return {};
    // The grid step is a power of two, so that coordinates that are multiples of it remain exact.
    int exponent;
    std::frexp(high - low, &exponent);
    // The scale is split into two factors, because for the smallest numbers it would overflow.
    const double one = std::ldexp(1.0, (kBits - exponent) / 2), other = std::ldexp(1.0, kBits - exponent - (kBits - exponent) / 2);
    for (std::size_t i = 0; i < count; ++i) {
      rounded[i].at[axis] = std::llrint((points[3 * i + axis] - low) * one * other);
    }
  }
  return Quickhull(std::move(rounded)).run();
}

}  // namespace bodyplan::mesh
#endif  // __SIZEOF_INT128__
