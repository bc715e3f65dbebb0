#include "collision_tree.hpp"

namespace bodyplan::collision {
namespace {

constexpr std::int32_t kLeaf = 2;  // number of triangles in a leaf
constexpr int kHalves = 40;        // levels that split boxes in the middle; deeper levels halve the triangles

struct Box {
  Vec low{kInfinity, kInfinity, kInfinity}, high{-kInfinity, -kInfinity, -kInfinity};

  void add(const Vec& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
};

// Splits triangles from the root to the leaves, then computes boxes from the leaves to the root. The centres
// are sorted together with the triangles, so that memory accesses are sequential.
class Builder {
 public:
  explicit Builder(Mesh& mesh) : mesh_(mesh) {
    items_.reserve(mesh.triangles.size());
    for (const Triangle& t : mesh.triangles) {
      Box box;
      for (const Vec& corner : t.corners) box.add(corner);
      items_.push_back({0.5 * (box.low + box.high), static_cast<std::int32_t>(items_.size())});
    }
  }

  void run() {
    const std::vector<Triangle> given = std::move(mesh_.triangles);
    mesh_.triangles.clear();
    mesh_.triangles.reserve(given.size());
    mesh_.nodes.reserve(given.size() + 1);
    mesh_.nodes.emplace_back();
    split(given, 0, 0, static_cast<std::int32_t>(items_.size()), 0);
  }

 private:
  struct Item {
    Vec middle;
    std::int32_t number;
  };

  Box split(const std::vector<Triangle>& given, std::int32_t node, std::int32_t from, std::int32_t to, int level) {
    Box box;
    Node made = {};
    const std::int32_t count = to - from;
    const auto begin = items_.begin() + from, end = items_.begin() + to;
    if (count <= kLeaf) {
      for (auto item = begin; item != end; ++item) {
        const Triangle& t = given[static_cast<std::size_t>(item->number)];
        for (const Vec& corner : t.corners) box.add(corner);
        mesh_.triangles.push_back(t);
      }
      made = box_node(box.low, box.high);
      made.first = from;
      made.count = count;
    } else {
      Box middles;
      for (auto item = begin; item != end; ++item) middles.add(item->middle);
      const Vec size = middles.high - middles.low;
      const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
      const double half = 0.5 * (middles.low[axis] + middles.high[axis]);
      auto cut = begin + count / 2;
      const auto in_space = level < kHalves ? std::partition(begin, end, [&](const Item& i) { return i.middle[axis] < half; }) : begin;
      const auto few = count / 8;
      if (in_space - begin > few && end - in_space > few) {
        cut = in_space;
      } else {
        std::nth_element(begin, cut, end, [&](const Item& i, const Item& k) {
          return i.middle[axis] != k.middle[axis] ? i.middle[axis] < k.middle[axis] : i.number < k.number;
        });
      }
      const auto between = static_cast<std::int32_t>(cut - items_.begin());
      const auto first = static_cast<std::int32_t>(mesh_.nodes.size());
      mesh_.nodes.resize(mesh_.nodes.size() + 2);
      box = split(given, first, from, between, level + 1);
      const Box other = split(given, first + 1, between, to, level + 1);
      box.add(other.low);
      box.add(other.high);
      made = box_node(box.low, box.high);
      made.first = first;
      made.count = 0;
    }
    mesh_.nodes[static_cast<std::size_t>(node)] = made;
    return box;
  }

  Mesh& mesh_;
  std::vector<Item> items_;
};

}  // namespace

Node box_node(const Vec& low, const Vec& high) {
  Node made = {};
  const double lows[3] = {low.x, low.y, low.z}, highs[3] = {high.x, high.y, high.z};
  for (int i = 0; i < 3; ++i) {
    made.center[i] = static_cast<float>(0.5 * (lows[i] + highs[i]));
    const double center = made.center[i];
    const auto half = static_cast<float>(std::max(highs[i] - center, center - lows[i]));
    made.half[i] = std::nextafter(half, std::numeric_limits<float>::infinity());
  }
  const Four most = size_of(made.center) + made.half;
  made.extent = std::max({most[0], most[1], most[2]});
  return made;
}

Mesh make_mesh(const double* vertices, const std::int32_t* faces, std::size_t face_count) {
  Mesh made;
  made.triangles.resize(face_count);
  for (std::size_t i = 0; i < face_count; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double* p = vertices + 3 * static_cast<std::size_t>(faces[3 * i + k]);
      made.triangles[i].corners[k] = {p[0], p[1], p[2]};
    }
  }
  Builder(made).run();
  return made;
}

// Source: A. Van Oosterom, J. Strackee, "The solid angle of a plane triangle", 1983.
double winding(const Mesh& mesh, const Vec& point) {
  double sum = 0.0;
  for (const Triangle& t : mesh.triangles) {
    const Vec a = t.corners[0] - point, b = t.corners[1] - point, c = t.corners[2] - point;
    const double la = length(a), lb = length(b), lc = length(c);
    sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2.0 * 3.14159265358979323846);
}

Relative::Relative(const Pose& X) {
  for (int i = 0; i < 3; ++i) {
    columns[i] = Four{static_cast<float>(X.R[0][i]), static_cast<float>(X.R[1][i]), static_cast<float>(X.R[2][i]), 0.0F};
    rows[i] = Four{static_cast<float>(X.R[i][0]), static_cast<float>(X.R[i][1]), static_cast<float>(X.R[i][2]), 0.0F};
    abs_columns[i] = size_of(columns[i]);
    abs_rows[i] = size_of(rows[i]);
  }
  shift = Four{static_cast<float>(X.p[0]), static_cast<float>(X.p[1]), static_cast<float>(X.p[2]), 0.0F};
  scale = std::max({std::fabs(shift[0]), std::fabs(shift[1]), std::fabs(shift[2])});
}

void Mesh::set_hull(std::vector<Vec> corners) {
  hull = std::move(corners);
  for (std::size_t i = 0; i < hull.size(); i += 4) {
    Four x{}, y{}, z{};
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec& p = hull[std::min(i + k, hull.size() - 1)];
      x[k] = static_cast<float>(p.x), y[k] = static_cast<float>(p.y), z[k] = static_cast<float>(p.z);
      reach = std::max(reach, largest(p));
    }
    xs.push_back(x), ys.push_back(y), zs.push_back(z);
  }
}

const Vec& Mesh::support(const Vec& d) const {
  const Four x = four(static_cast<float>(d.x)), y = four(static_cast<float>(d.y)), z = four(static_cast<float>(d.z));
  Four best = xs[0] * x + ys[0] * y + zs[0] * z;
  Four32 at = {0, 0, 0, 0};
  for (std::size_t i = 1; i < xs.size(); ++i) {
    const Four value = xs[i] * x + ys[i] * y + zs[i] * z;
    const Four32 is_more = value > best;
    const auto number = static_cast<std::int32_t>(i);
    best = is_more ? value : best;
    at = is_more ? Four32{number, number, number, number} : at;
  }
  int lane = 0;
  for (int k = 1; k < 4; ++k) {
    if (best[k] > best[lane]) lane = k;
  }
  return hull[std::min(static_cast<std::size_t>(4 * at[lane] + lane), hull.size() - 1)];
}

}  // namespace bodyplan::collision
