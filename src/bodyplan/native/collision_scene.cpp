#include "collision_scene.hpp"

namespace bodyplan::collision {
namespace {

constexpr int kStack = 4 * kMostDepth;
constexpr std::size_t kMostCorners = 1500;  // largest number of corners of a hull that is faster than trees
constexpr double kRounding = 1e-12;  // relative to the size of the compared shapes
constexpr std::int64_t kTestSteps = 3, kGapSteps = 6;  // steps of a test of two triangles, and of their distance or depth
constexpr std::int64_t kShapeSteps = 10;   // smallest number of steps for a pair of shapes,
constexpr std::size_t kMostUncounted = 1'000;  // after this number of pairs of shapes of two bodies
constexpr std::int64_t kAngleSteps = 4;    // steps of the computation of a triangle's solid angle

double sum_of(const Vec& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

Piece triangle_piece(const Triangle& triangle) {
  Piece made;
  made.kind = Kind::triangle;
  std::copy(triangle.corners, triangle.corners + 3, made.corners);
  return made;
}

Node box_of(const Piece& piece) {
  Vec half{piece.size[0] + piece.radius, piece.size[1] + piece.radius, piece.size[2] + piece.radius};
  if (piece.kind == Kind::cylinder || piece.kind == Kind::cone) half.y = half.x;
  Node made = box_node(-half, half);
  made.count = 1;
  return made;
}

}  // namespace

// A search of two bodies: either only whether any distance is at most `best` (`is_verdict`), or for the
// smallest distance below `best`.
struct Scene::Search {
  double best = kInfinity;
  bool is_verdict = false;
  bool with_depth = false;
  bool is_found = false;
  std::int64_t deep_steps = kDeepSteps;
  std::int64_t left = steps_left;  // a local copy, because access to a thread-local variable is slow
  Contact contact;

  // The distance of boxes above which their contents need no search.
  float cut() const { return static_cast<float>(std::clamp(best, 0.0, 1e18)) * 1.000001F; }
  bool is_done() const { return (is_found && is_verdict) || contact.is_least || left < 0; }

  // Subtracts steps, and returns whether the search may go on.
  bool may(std::int64_t steps) {
    left -= steps;
    if (best <= 0.0 && with_depth) contact.is_least = (deep_steps -= steps) < 0;
    return !(contact.is_least || left < 0);
  }

  void found(const Gap& gap, const Pose& X_LG) {
    if (!(gap.distance < best)) return;
    best = gap.distance;
    is_found = true;
    contact.distance = best;
    contact.on_a = X_LG(gap.on_a);
    contact.on_b = X_LG(gap.on_b);
  }
};

Scene::Scene(int bodies, std::vector<Mesh> meshes, std::vector<Shape> shapes)
    : meshes_(std::move(meshes)),
      shapes_(static_cast<std::size_t>(bodies)),
      balls_(static_cast<std::size_t>(bodies)),
      ball_(static_cast<std::size_t>(bodies)) {
  for (Shape& shape : shapes) {
    shape.root = shape.mesh >= 0 ? meshes_[static_cast<std::size_t>(shape.mesh)].nodes[0] : box_of(shape.piece);
    shapes_[static_cast<std::size_t>(shape.body)].push_back(shape);
  }
  for (int body = 0; body < bodies; ++body) enclose(body);
}

void Scene::enclose(int body) {
  std::vector<Ball>& balls = balls_[static_cast<std::size_t>(body)];
  const auto add = [&](const Shape& shape, double x, double y, double z, double r) {
    const Vec p = shape.X_LG(Vec{x, y, z});
    balls.push_back({p.x, p.y, p.z, r});
  };
  for (const Shape& shape : shapes_[static_cast<std::size_t>(body)]) {
    const double(&size)[3] = shape.piece.size;
    switch (shape.piece.kind) {
      case Kind::plane: add(shape, 0.0, 0.0, 0.0, kInfinity); break;
      case Kind::sphere: add(shape, 0.0, 0.0, 0.0, shape.piece.radius); break;
      case Kind::capsule:
        for (const double z : {-size[2], size[2]}) add(shape, 0.0, 0.0, z, shape.piece.radius);
        break;
      case Kind::mesh:
        for (const Vec& p : meshes_[static_cast<std::size_t>(shape.mesh)].hull) add(shape, p.x, p.y, p.z, 0.0);
        break;
      default: {
        const double y = shape.piece.kind == Kind::cylinder || shape.piece.kind == Kind::cone ? size[0] : size[1];
        for (int corner = 0; corner < 8; ++corner) {
          add(shape, corner & 1 ? size[0] : -size[0], corner & 2 ? y : -y, corner & 4 ? size[2] : -size[2], 0.0);
        }
      }
    }
  }
  Vec low{kInfinity, kInfinity, kInfinity}, high = -low;
  for (const Ball& ball : balls) {
    low = {std::min(low.x, ball.x), std::min(low.y, ball.y), std::min(low.z, ball.z)};
    high = {std::max(high.x, ball.x), std::max(high.y, ball.y), std::max(high.z, ball.z)};
  }
  const Vec middle = balls.empty() ? Vec{} : 0.5 * (low + high);
  double r = balls.empty() ? -kInfinity : 0.0;
  for (const Ball& ball : balls) r = std::max(r, length(Vec{ball.x, ball.y, ball.z} - middle) + ball.r);
  ball_[static_cast<std::size_t>(body)] = {middle.x, middle.y, middle.z, r};
}

double Scene::rounding(int a, int b, const Pose& X_AB) const {
  const Ball &one = ball(a), &two = ball(b);
  const double size = sum_of({one.x, one.y, one.z}) + sum_of({two.x, two.y, two.z}) + one.r + two.r + sum_of(X_AB.shift());
  return size < kInfinity ? kRounding * size : kRounding;
}

bool Scene::farther(int a, int b, const Pose& X_AB, double than) const {
  return farther_than(a, b, X_AB, std::max(than, 0.0) + rounding(a, b, X_AB));
}

bool Scene::farther_than(int a, int b, const Pose& X_AB, double than) const {
  const Ball &one = ball(a), &two = ball(b);
  const Vec apart = X_AB(Vec{two.x, two.y, two.z}) - Vec{one.x, one.y, one.z};
  const double reach = one.r + two.r + than;
  if (!(reach >= 0.0) || square(apart) > reach * reach * (1.0 + 1e-12)) return true;
  Search verdict;
  verdict.is_verdict = true;
  verdict.best = than;
  search(a, b, X_AB, verdict);
  steps_left = verdict.left;
  return !verdict.is_found && verdict.left >= 0;
}

Contact Scene::distance(int a, int b, const Pose& X_AB, std::int64_t deep_steps) const {
  Search nearest;
  nearest.with_depth = true;
  nearest.deep_steps = deep_steps;
  search(a, b, X_AB, nearest);
  steps_left = nearest.left;
  return nearest.contact;
}

void Scene::search(int a, int b, const Pose& X_AB, Search& search) const {
  const auto &ones = shapes_[static_cast<std::size_t>(a)], &twos = shapes_[static_cast<std::size_t>(b)];
  std::size_t compared = 0;
  for (const Shape& one : ones) {
    const Pose X = one.is_placed ? between(one.X_LG, X_AB) : X_AB;
    for (const Shape& two : twos) {
      if (++compared > kMostUncounted && !search.may(kShapeSteps)) return;
      shapes_gap(one, two, two.is_placed ? X * two.X_LG : X, search);
      if (search.is_done()) return;
    }
  }
}

void Scene::shapes_gap(const Shape& a, const Shape& b, const Pose& X, Search& search) const {
  if (a.piece.kind == Kind::plane) return plane_gap(a, b, X, false, search);
  if (b.piece.kind == Kind::plane) return plane_gap(b, a, inverse(X), true, search);
  trees_gap(a, b, X, search);
}

namespace {

// The parts of two leaves: triangles or whole primitives. X is the pose of the parts of the second leaf in the
// frame of the first.
struct Leaves {
  const Shape& a;
  const Shape& b;
  const Triangle* triangles_a;
  const Triangle* triangles_b;
  const Pose& X;
  Vec toward;  // the direction from the previous triangle to the last one

  bool within(const Node& one, const Node& two, double most) {
    for (std::int32_t k = two.first; k < two.first + two.count; ++k) {
      Triangle placed;
      if (triangles_b != nullptr) placed = at(triangles_b[k]);
      for (std::int32_t i = one.first; i < one.first + one.count; ++i) {
        if (is_within(i, placed, most)) return true;
      }
    }
    return false;
  }

  // The signed distance of two parts; exact only below `enough`.
  Gap gap(std::int32_t i, std::int32_t k, double enough, bool with_depth) {
    enough = std::max(enough, 0.0);
    if (triangles_a == nullptr || triangles_b == nullptr) {
      const Piece p = triangles_a != nullptr ? triangle_piece(triangles_a[i]) : a.piece;
      const Piece q = triangles_b != nullptr ? triangle_piece(triangles_b[k]) : b.piece;
      return collision::gap({p, q, X}, enough, with_depth);
    }
    const Triangle &own = triangles_a[i], placed = at(triangles_b[k]);
    Gap found = triangle_gap(own.corners, placed.corners, enough, toward);
    Vec along;
    if (with_depth && found.distance <= 0.0) found.distance = -triangle_depth(own.corners, placed.corners, along);
    return found;
  }

 private:
  Triangle at(const Triangle& own) const { return {{X(own.corners[0]), X(own.corners[1]), X(own.corners[2])}}; }

  bool is_within(std::int32_t i, const Triangle& placed, double most) {
    const Pose here;
    if (triangles_a != nullptr && triangles_b != nullptr) {
      const Triangle& own = triangles_a[i];
      if (most <= 0.0) return triangles_touch(own.corners, placed.corners, toward);
      return triangles_within(own.corners, placed.corners, most, toward);
    }
    if (triangles_a != nullptr) return collision::within({triangle_piece(triangles_a[i]), b.piece, X}, most);
    if (triangles_b != nullptr) return collision::within({a.piece, triangle_piece(placed), here}, most);
    return collision::within({a.piece, b.piece, X}, most);
  }
};

}  // namespace

void Scene::trees_gap(const Shape& a, const Shape& b, const Pose& X, Search& search) const {
  const Mesh* mesh_a = a.mesh >= 0 ? &meshes_[static_cast<std::size_t>(a.mesh)] : nullptr;
  const Mesh* mesh_b = b.mesh >= 0 ? &meshes_[static_cast<std::size_t>(b.mesh)] : nullptr;
  const Node* nodes_a = mesh_a != nullptr ? mesh_a->nodes.data() : &a.root;
  const Node* nodes_b = mesh_b != nullptr ? mesh_b->nodes.data() : &b.root;
  Leaves leaves{a, b, mesh_a != nullptr ? mesh_a->triangles.data() : nullptr,
                      mesh_b != nullptr ? mesh_b->triangles.data() : nullptr, X, {}};
  const Relative relative(X);
  struct Step {
    std::int32_t a, b;
    float gap2;
  };
  Step stack[kStack];
  int count = 0;
  float cut = search.cut();
  const auto push = [&](std::int32_t i, std::int32_t k) {
    const BoxGaps gaps(nodes_a[i], nodes_b[k], relative);
    if (gaps.more_than(cut)) return;
    const float gap2 = search.is_verdict && cut == 0.0F ? 0.0F : gaps.square();
    if (gap2 > cut * cut) return;
    stack[count++] = {i, k, gap2};
    // The nearer child is searched first.
    if (count > 1 && !search.is_verdict && stack[count - 2].gap2 < gap2) std::swap(stack[count - 2], stack[count - 1]);
  };
  push(0, 0);
  if (count > 0 && search.is_verdict && mesh_a != nullptr && mesh_b != nullptr &&
      mesh_a->hull.size() + mesh_b->hull.size() <= kMostCorners && hulls_apart(*mesh_a, *mesh_b, X, search.best)) return;
  while (count > 0) {
    const Step step = stack[--count];
    if (step.gap2 > cut * cut) continue;
    const Node &one = nodes_a[step.a], &two = nodes_b[step.b];
    if (!search.may(1 + (search.is_verdict ? kTestSteps : kGapSteps) * one.count * two.count)) return;
    if (one.count > 0 && two.count > 0) {
      if (search.is_verdict) {
        if (!leaves.within(one, two, search.best)) continue;
        search.is_found = true;
        return;
      }
      for (std::int32_t i = one.first; i < one.first + one.count; ++i) {
        for (std::int32_t k = two.first; k < two.first + two.count; ++k) {
          search.found(leaves.gap(i, k, search.best, search.with_depth), a.X_LG);
        }
      }
      cut = search.cut();
    } else if (two.count > 0 || (one.count == 0 && one.extent >= two.extent)) {
      push(one.first, step.b);
      push(one.first + 1, step.b);
    } else {
      push(step.a, two.first);
      push(step.a, two.first + 1);
    }
  }
}

// X is given in the frame of the plane.
void Scene::plane_gap(const Shape& plane, const Shape& other, const Pose& X, bool is_second, Search& search) const {
  const Vec n{plane.piece.size[0], plane.piece.size[1], plane.piece.size[2]};
  const Vec m = X.turn_back(n);  // in the frame of the other shape
  const double height = dot(n, X.shift());
  double best = kInfinity;
  Vec lowest;
  const auto add = [&](const Vec& p) {
    const double z = dot(m, p) + height;
    if (z < best) {
      best = z;
      lowest = p;
    }
  };
  if (other.piece.kind == Kind::plane) {
    // Two half spaces can be separate only if their normals are opposite.
    const Vec own{other.piece.size[0], other.piece.size[1], other.piece.size[2]};
    best = square(cross(m, own)) < 1e-30 && dot(m, own) < 0.0 ? height : -kInfinity;
  } else if (other.mesh < 0) {
    add(other.piece.support(-m));
    best -= other.piece.radius;
    lowest = lowest - other.piece.radius * m;
  } else {
    const Mesh& mesh = meshes_[static_cast<std::size_t>(other.mesh)];
    std::int32_t stack[kStack];
    int count = 0;
    stack[count++] = 0;
    while (count > 0) {
      const Node& node = mesh.nodes[static_cast<std::size_t>(stack[--count])];
      const double bottom = dot(m, {node.center[0], node.center[1], node.center[2]}) + height -
                            std::fabs(m.x) * node.half[0] - std::fabs(m.y) * node.half[1] - std::fabs(m.z) * node.half[2];
      if (bottom >= std::min(best, search.best + 1e-9)) continue;
      if (node.count == 0) {
        stack[count++] = node.first;
        stack[count++] = node.first + 1;
      } else {
        for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
          for (const Vec& p : mesh.triangles[static_cast<std::size_t>(i)].corners) add(p);
        }
      }
    }
  }
  if (search.is_verdict) {
    search.is_found = best <= search.best;
    return;
  }
  Gap gap;
  gap.distance = best;
  const Vec on_plane = X(lowest) - best * n;
  gap.on_a = is_second ? lowest : on_plane;
  gap.on_b = is_second ? X.turn_back(on_plane - X.shift()) : X(lowest);
  search.found(gap, is_second ? other.X_LG : plane.X_LG);
}

Inside Scene::inside(int a, int b, const Pose& X_AB) const {
  // The exact test whether a point is inside a mesh visits all triangles, so it is done last.
  const Pose X_BA = inverse(X_AB);
  const bool may_first = has_inside(b, a, X_BA, false), may_second = has_inside(a, b, X_AB, false);
  if ((!may_first && !may_second) || touching(a, b, X_AB)) return Inside::no;  // also if no steps are left
  if (may_first && has_inside(b, a, X_BA, true)) return Inside::first_in_second;
  return may_second && has_inside(a, b, X_AB, true) ? Inside::second_in_first : Inside::no;
}

// Whether a point of a shape of `b` is inside a mesh of `a`, or, if not `is_exact`, inside the bounding box of
// the mesh.
bool Scene::has_inside(int a, int b, const Pose& X_AB, bool is_exact) const {
  std::size_t compared = 0;
  for (const Shape& one : shapes_[static_cast<std::size_t>(a)]) {
    if (one.mesh < 0) continue;
    const Mesh& mesh = meshes_[static_cast<std::size_t>(one.mesh)];
    for (const Shape& two : shapes_[static_cast<std::size_t>(b)]) {
      if (two.piece.kind == Kind::plane) continue;
      if (++compared > kMostUncounted && --steps_left < 0) return false;
      const Vec own = two.mesh >= 0 ? meshes_[static_cast<std::size_t>(two.mesh)].triangles[0].corners[0] : Vec{};
      const Vec p = between(one.X_LG, X_AB * two.X_LG)(own);
      bool is_near = true;
      for (int i = 0; i < 3; ++i) is_near &= std::fabs(p[i] - one.root.center[i]) <= one.root.half[i];
      if (!is_near) continue;
      if (!is_exact) return true;
      steps_left -= kAngleSteps * static_cast<std::int64_t>(mesh.triangles.size());
      if (std::fabs(winding(mesh, p)) > 0.5) return true;
    }
  }
  return false;
}

}  // namespace bodyplan::collision
