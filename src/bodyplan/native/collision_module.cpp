#include "collision_module.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include "collision_sampler.hpp"
#ifdef __SIZEOF_INT128__
#include "mesh_hull.hpp"
#endif

namespace nb = nanobind;

namespace bodyplan::collision {
namespace {

using Doubles = nb::ndarray<const double, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Faces = nb::ndarray<const std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const std::int32_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using Pairs = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Poses = nb::ndarray<const double, nb::shape<-1, 3, 4>, nb::c_contig, nb::device::cpu>;
using Left = nb::ndarray<std::int64_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;
using Batch = nb::ndarray<const double, nb::shape<-1, -1, 3, 4>, nb::c_contig, nb::device::cpu>;

constexpr double kMost = 1e12;          // the largest coordinate [m]
constexpr std::size_t kBlock = 256;     // number of configurations that a thread processes at a time
constexpr std::int64_t kSteps = 300'000'000;  // limit on the steps of all queries of a scene

void require(bool holds, const char* what) {
  if (!holds) throw nb::value_error(what);
}

void require_small(const double* values, std::size_t count, const char* what) {
  for (std::size_t i = 0; i < count; ++i) require(std::fabs(values[i]) <= kMost, what);  // false for NaN
}

// Runs `work(i)` for each i below `count`, in several threads.
template <class F>
void share(std::size_t count, std::size_t threads, const F& work) {
  std::atomic<std::size_t> next{0};
  const auto some = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < std::min(threads, count); ++i) others.emplace_back(some);
  } catch (const std::system_error&) {  // no more threads are available; the existing threads do all the work
  }
  some();
  for (std::thread& thread : others) thread.join();
}

template <class T>
nb::object array_of(std::unique_ptr<T[]> values, std::initializer_list<std::size_t> shape) {
  T* at = values.release();
  nb::capsule owner(at, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(at, shape.size(), shape.begin(), owner));
}

void add_hull(Mesh& mesh, const double* vertices, std::size_t vertex_count, const std::int32_t* faces, std::size_t face_count) {
  std::vector<char> is_used(vertex_count);
  for (std::size_t i = 0; i < 3 * face_count; ++i) is_used[static_cast<std::size_t>(faces[i])] = 1;
  std::vector<double> points;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    if (is_used[i]) points.insert(points.end(), vertices + 3 * i, vertices + 3 * i + 3);
  }
  const std::size_t count = points.size() / 3;
  std::vector<char> is_corner(count);
#ifdef __SIZEOF_INT128__
  for (const auto& triangle : mesh::hull(points.data(), count)) {
    for (const std::int32_t corner : triangle) {
      if (corner >= 0 && static_cast<std::size_t>(corner) < count) is_corner[static_cast<std::size_t>(corner)] = 1;
    }
  }
#endif
  std::vector<Vec> corners;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_corner[i]) corners.push_back({points[3 * i], points[3 * i + 1], points[3 * i + 2]});
  }
  const Node& root = mesh.nodes[0];
  const int missing = corners.empty() ? 8 : 0;  // the points are flat, or a hull cannot be computed
  for (int corner = 0; corner < missing; ++corner) {
    double p[3];
    for (int i = 0; i < 3; ++i) {
      const double half = root.half[i];
      p[i] = root.center[i] + (corner >> i & 1 ? half : -half);
    }
    corners.push_back({p[0], p[1], p[2]});
  }
  mesh.set_hull(std::move(corners));
}

class SceneObject {
 public:
  SceneObject(int bodies, nb::list meshes, const Numbers& body, const Numbers& kind, const Rows& size, const Numbers& mesh,
              const Poses& X_LG) {
    const std::size_t count = body.shape(0);
    require(bodies >= 0 && kind.shape(0) == count && size.shape(0) == count && mesh.shape(0) == count && X_LG.shape(0) == count,
            "the arrays of the shapes differ in length");
    std::vector<std::pair<Rows, Faces>> given;
    for (const nb::handle item : meshes) {
      const auto pair = nb::cast<nb::tuple>(item);
      require(pair.size() == 2, "a mesh has vertices and faces");
      given.emplace_back(nb::cast<Rows>(pair[0]), nb::cast<Faces>(pair[1]));
    }
    std::vector<Shape> shapes(count);
    for (std::size_t i = 0; i < count; ++i) {
      Shape& shape = shapes[i];
      require(body.data()[i] >= 0 && body.data()[i] < bodies, "a shape is on a body that does not exist");
      require(kind.data()[i] >= 0 && kind.data()[i] < kKinds, "unknown kind of shape");
      require_small(size.data() + 3 * i, 3, "a size is too large or not finite");
      require_small(X_LG.data() + 12 * i, 12, "a pose is too large or not finite");
      shape.body = body.data()[i];
      shape.piece = piece_of(static_cast<Kind>(kind.data()[i]), size.data() + 3 * i);
      shape.X_LG = Pose::from_rows(X_LG.data() + 12 * i);
      const Pose identity;
      shape.is_placed = !std::equal(&identity.R[0][0], &identity.R[0][0] + 9, &shape.X_LG.R[0][0]) ||
                        !std::equal(identity.p, identity.p + 3, shape.X_LG.p);
      if (shape.piece.kind != Kind::mesh) continue;
      require(mesh.data()[i] >= 0 && static_cast<std::size_t>(mesh.data()[i]) < given.size(), "a shape has a mesh that does not exist");
      shape.mesh = mesh.data()[i];
    }
    std::vector<Mesh> made;
    const nb::gil_scoped_release released;
    for (const auto& [vertices, faces] : given) {
      require(faces.shape(0) > 0 && faces.shape(0) < (std::size_t{1} << 30), "a mesh has no triangles, or too many");
      require_small(vertices.data(), vertices.size(), "a vertex is too far away or not finite");
      for (std::size_t i = 0; i < faces.size(); ++i) {
        require(static_cast<std::size_t>(static_cast<std::uint32_t>(faces.data()[i])) < vertices.shape(0),
                "a triangle has a corner that does not exist");
      }
      made.push_back(make_mesh(vertices.data(), faces.data(), faces.shape(0)));
      add_hull(made.back(), vertices.data(), vertices.shape(0), faces.data(), faces.shape(0));
    }
    scene_ = std::make_unique<Scene>(bodies, std::move(made), std::move(shapes));
  }

  const Scene& scene() const { return *scene_; }
  int bodies() const { return scene_->bodies(); }

  nb::object touching(const Batch& X, const Pairs& pairs, std::size_t threads, const std::optional<Left>& left) const {
    check(X, pairs);
    std::int64_t* const own = data_of(left, pairs);
    const std::size_t count = pairs.shape(0), batch = X.shape(0);
    std::unique_ptr<bool[]> found(new bool[batch * count]());
    {
      const nb::gil_scoped_release released;
      require_finite(X);
      const Configurations poses = batch_of(X);
      shared(batch, count, threads, own, [&](std::size_t i, std::size_t pair) {
        const std::int32_t a = pairs.data()[2 * pair], b = pairs.data()[2 * pair + 1];
        found[i * count + pair] = poses.is_near(i, a, b) && scene_->touching(a, b, poses.relative(i, a, b)) && steps_left >= 0;
      });
    }
    if (own == nullptr) require_steps();
    return array_of(std::move(found), {batch, count});
  }

  nb::object distance(const Batch& X, const Pairs& pairs, std::size_t threads) const {
    return each<double>(X, pairs, threads, [&](int a, int b, const Pose& X_AB) { return scene_->distance(a, b, X_AB).distance; });
  }

  nb::object inside(const Batch& X, const Pairs& pairs, std::size_t threads) const {
    return each<std::int8_t>(X, pairs, threads, [&](int a, int b, const Pose& X_AB) {
      return static_cast<std::int8_t>(scene_->inside(a, b, X_AB));
    });
  }

  nb::object first(const Batch& X, const Pairs& pairs, std::size_t threads, const std::optional<Left>& left) const {
    check(X, pairs);
    std::int64_t* const own = data_of(left, pairs);
    const std::size_t count = pairs.shape(0);
    std::unique_ptr<std::int64_t[]> found(new std::int64_t[count]);
    {
      const nb::gil_scoped_release released;
      require_finite(X);
      const Configurations poses = batch_of(X);
      share(count, threads, [&](std::size_t pair) {
        metered(pair, own, [&] { found[pair] = Sampler(*scene_, pairs.data()[2 * pair], pairs.data()[2 * pair + 1]).first(poses); });
      });
    }
    if (own == nullptr) require_steps();
    return array_of(std::move(found), {count});
  }

  nb::object farther(const Poses& X_AB, int a, int b, const Doubles& than) const {
    const std::size_t count = X_AB.shape(0);
    require(than.shape(0) == count, "the arrays differ in length");
    require_body(a), require_body(b);
    std::unique_ptr<bool[]> found(new bool[count]);
    {
      const nb::gil_scoped_release released;
      metered(0, nullptr, [&] {
        for (std::size_t i = 0; i < count; ++i) {
          found[i] = scene_->farther(a, b, Pose::from_rows(X_AB.data() + 12 * i), than.data()[i]);
        }
      });
    }
    require_steps();
    return array_of(std::move(found), {count});
  }

  nb::tuple contact(const Poses& X, int a, int b, std::int64_t deep_steps) const {
    require(X.shape(0) == static_cast<std::size_t>(bodies()), "expected one pose a body");
    require_body(a), require_body(b);
    require_small(X.data(), X.size(), "a pose is not finite");
    const Pose X_RA = Pose::from_rows(X.data() + 12 * a), X_RB = Pose::from_rows(X.data() + 12 * b);
    Contact contact;
    metered(0, nullptr, [&] { contact = scene_->distance(a, b, between(X_RA, X_RB), deep_steps); });
    require_steps();
    const auto point = [&](const Vec& p) {
      const Vec moved = X_RA(p);
      return nb::make_tuple(moved.x, moved.y, moved.z);
    };
    return nb::make_tuple(contact.distance, point(contact.on_a), point(contact.on_b), contact.is_least);
  }

  nb::object balls(int body) const {
    require_body(body);
    const std::vector<Ball>& balls = scene_->balls(body);
    std::unique_ptr<double[]> made(new double[4 * balls.size()]);
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const Ball& ball = balls[i];
      const double four[4] = {ball.x, ball.y, ball.z, ball.r};
      std::copy(four, four + 4, made.get() + 4 * i);
    }
    return array_of(std::move(made), {balls.size(), 4});
  }

  std::int64_t steps() const { return left_; }
  void set_steps(std::int64_t steps) { left_ = steps; }

 private:
  static Piece piece_of(Kind kind, const double* size) {
    Piece made;
    made.kind = kind;
    std::copy(size, size + 3, made.size);
    if (kind == Kind::sphere || kind == Kind::capsule) {
      made.radius = size[0];
      made.size[0] = made.size[1] = 0.0;
      if (kind == Kind::sphere) made.size[2] = 0.0;
    }
    if (kind == Kind::cylinder || kind == Kind::cone) made.size[1] = 0.0;
    if (kind == Kind::plane) {
      const Vec n{size[0], size[1], size[2]};
      require(length(n) > 0.0, "the normal of a plane has no length");
      for (double& part : made.size) part /= length(n);
      return made;
    }
    require(size[0] >= 0.0 && size[1] >= 0.0 && size[2] >= 0.0, "a size is negative");
    return made;
  }

  void require_body(int body) const { require(body >= 0 && body < bodies(), "a body does not exist"); }

  void check(const Batch& X, const Pairs& pairs) const {
    require(X.shape(1) == static_cast<std::size_t>(bodies()), "expected one pose a body");
    for (std::size_t i = 0; i < pairs.size(); ++i) require_body(pairs.data()[i]);
  }

  static std::int64_t* data_of(const std::optional<Left>& left, const Pairs& pairs) {
    if (!left) return nullptr;
    require(left->shape(0) == pairs.shape(0), "expected one number of steps a pair");
    return left->data();
  }

  static void require_finite(const Batch& X) { require_small(X.data(), X.size(), "a configuration of finite numbers is required"); }

  Configurations batch_of(const Batch& X) const { return {*scene_, X.data(), X.shape(0)}; }

  // Runs `work(i, pair)` for each configuration and pair. A thread processes one pair for many
  // configurations, so that the trees of the pair stay in the cache.
  template <class F>
  void shared(std::size_t batch, std::size_t count, std::size_t threads, std::int64_t* left, const F& work) const {
    // If each pair has its own limit on steps, one block contains all its configurations, in order.
    const std::size_t block = left == nullptr ? kBlock : std::max<std::size_t>(batch, 1), blocks = (batch + block - 1) / block;
    share(blocks * count, threads, [&](std::size_t part) {
      const std::size_t pair = part / blocks, from = part % blocks * block;
      metered(pair, left, [&] {
        for (std::size_t i = from; i < std::min(from + block, batch); ++i) work(i, pair);
      });
    });
  }

  // Runs `work` for a pair with the remaining steps of the pair in `left`, or of the scene if `left` is null, and
  // subtracts the steps that it took.
  template <class F>
  void metered(std::size_t pair, std::int64_t* left, const F& work) const {
    const std::int64_t before = steps_left = left == nullptr ? left_.load() : left[pair];
    if (before < 0) return;
    work();
    if (left != nullptr) {
      left[pair] = steps_left;
      return;
    }
    left_ -= before - steps_left;
    if (steps_left < 0) costly_ = pair;
  }

  void require_steps() const {
    if (left_ < 0) throw std::overflow_error(std::to_string(costly_));
  }

  // Returns the result of a query for each configuration and pair.
  template <class T, class F>
  nb::object each(const Batch& X, const Pairs& pairs, std::size_t threads, const F& query) const {
    check(X, pairs);
    const std::size_t count = pairs.shape(0), batch = X.shape(0);
    std::unique_ptr<T[]> found(new T[batch * count]);
    {
      const nb::gil_scoped_release released;
      require_finite(X);
      const Configurations poses = batch_of(X);
      shared(batch, count, threads, nullptr, [&](std::size_t i, std::size_t pair) {
        const std::int32_t a = pairs.data()[2 * pair], b = pairs.data()[2 * pair + 1];
        found[i * count + pair] = query(a, b, poses.relative(i, a, b));
      });
    }
    require_steps();
    return array_of(std::move(found), {batch, count});
  }

  std::unique_ptr<Scene> scene_;
  mutable std::atomic<std::int64_t> left_{kSteps};
  mutable std::atomic<std::size_t> costly_{0};  // the pair that exceeded the limit on steps
};

}  // namespace

const Scene& scene_of(nb::handle object) { return nb::cast<const SceneObject&>(object).scene(); }

void register_collision(nb::module_& module) {
  nb::class_<SceneObject>(module, "Scene", "The collision shapes of bodies, ready for queries.")
      .def(nb::init<int, nb::list, const Numbers&, const Numbers&, const Rows&, const Numbers&, const Poses&>(), nb::arg("bodies"),
           nb::arg("meshes"), nb::arg("body"), nb::arg("kind"), nb::arg("size"), nb::arg("mesh"), nb::arg("X_LG"))
      .def_prop_ro("bodies", &SceneObject::bodies)
      .def("touching", &SceneObject::touching, nb::arg("X"), nb::arg("pairs"), nb::arg("threads") = 1, nb::arg("left") = nb::none(),
           "(batch, pairs) whether two bodies touch. Each pair may take the steps in `left`, which are reduced; its result is"
           " False where these are used up.")
      .def("distance", &SceneObject::distance, nb::arg("X"), nb::arg("pairs"), nb::arg("threads") = 1,
           "(batch, pairs) the signed distance of two bodies [m].")
      .def("inside", &SceneObject::inside, nb::arg("X"), nb::arg("pairs"), nb::arg("threads") = 1,
           "(batch, pairs) 1: the first body is in a mesh of the second; 2: the second in one of the first; 0: neither.")
      .def("first", &SceneObject::first, nb::arg("X"), nb::arg("pairs"), nb::arg("threads") = 1, nb::arg("left") = nb::none(),
           "(pairs,) the number of the first configuration in which two bodies touch; -1 if none. `left`: see touching.")
      .def("farther", &SceneObject::farther, nb::arg("X_AB"), nb::arg("a"), nb::arg("b"), nb::arg("than"),
           "(count,) whether two bodies are certainly farther apart than `than`.")
      .def("contact", &SceneObject::contact, nb::arg("X"), nb::arg("a"), nb::arg("b"), nb::arg("deep_steps") = kDeepSteps,
           "The signed distance of two bodies, the points of both that it is between, and whether the bodies may be deeper in each other.")
      .def_prop_rw("steps", &SceneObject::steps, &SceneObject::set_steps,
                   "The number of steps that queries may take; a query that needs more raises OverflowError with the number of its pair.")
      .def("balls", &SceneObject::balls, nb::arg("body"), "(count, 4) centres and radii of balls whose convex hull contains a body.");
}

}  // namespace bodyplan::collision
