// A robot prepared for the kernels: fixed joints are removed, and all joint axes are rotated to z.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels.hpp"

namespace bodyplan::kernels {

// The kind of a joint, as in the arrays of a robot.
enum class Kind : std::int8_t {
  fixed, revolute, continuous, prismatic, floating, planar, ball, universal, screw, revolute2, gearbox
};

// The arrays of a robot; the Python binding has checked their sizes.
struct Arrays {
  std::int64_t link_count, joint_count, nq, nv;
  const double *mass, *p_LC, *I_C;
  const std::int8_t* kind;
  const std::int32_t *parent_link, *child_link, *q_index, *v_index, *follows;
  const double *X_PJ, *X_JC, *axis, *axis2, *pitch, *multiplier, *offset;
};

// The exception for inconsistent arrays of a robot.
struct ArraysFault : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

template <class T>
struct Prepared {
  std::vector<Body<T>> bodies;
  std::vector<Direction<T>> directions;
  std::vector<Seat<T>> seats;  // by link
  Robot<T> view;
};

template <class T>
struct PoseChoice {
  std::vector<PoseStep> steps;
  std::vector<std::int32_t> places;
  std::vector<Seat<T>> seats;
  PoseProgram<T> view;
};

template <class T>
struct JacobianChoice {
  std::vector<std::int32_t> bodies, directions, columns, slots;
  JacobianProgram<T> view;

  std::size_t bytes() const {
    return sizeof(*this) +
           sizeof(std::int32_t) * (bodies.capacity() + directions.capacity() + columns.capacity() + slots.capacity());
  }
};

struct SphereChoice {
  std::vector<Ball> spheres;
  std::vector<Power> powers;
  std::vector<SphereGroup> groups;
  std::vector<SpherePair> pairs;
  std::vector<float> reaches, limits;
  SphereProgram view;
  std::vector<double> exact;  // four numbers per sphere, in the frame of its link
  std::unique_ptr<PoseChoice<double>> links;
  const void* plan;

  // Tests one configuration in double precision. `poses`: the poses of `links`; `world`: memory for three numbers
  // per sphere.
  bool is_free(const double* poses, double* world) const;
};

struct MassChoice {
  std::vector<std::int32_t> targets, slots;
  MassProgram view;
};

// A cache of plans for choices of links; if it needs too much memory, the oldest plans are deleted.
template <class Choice>
struct Remembered {
  std::vector<std::shared_ptr<const Choice>> of_link;
  std::deque<std::size_t> links;  // the oldest is first
  std::size_t bytes = 0;

  void keep(std::size_t link, std::shared_ptr<const Choice> choice) {
    constexpr std::size_t most = 16 << 20;
    bytes += choice->bytes();
    of_link[link] = std::move(choice);
    links.push_back(link);
    while (bytes > most && links.size() > 1) {
      bytes -= of_link[links.front()]->bytes();
      of_link[links.front()].reset();
      links.pop_front();
    }
  }
};

template <class To, class From>
void copy_numbers(To* to, const From* from, int count) {
  for (int i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

// Computes the bodies, directions and link placements of a robot; returns the number of bodies that
// move in more than one direction. Throws ArraysFault.
std::int32_t fold(const Arrays& arrays, Prepared<double>& made);

class Plan {
 public:
  // Raises ArraysFault.
  explicit Plan(const Arrays& arrays);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  template <class T>
  const Prepared<T>& of() const {
    if constexpr (sizeof(T) == 8) return f64_; else return f32_;
  }
  // Every link index in `links` must be valid; the result has the same order as `links`.
  template <class T>
  std::unique_ptr<PoseChoice<T>> poses(const std::vector<std::int32_t>& links, std::int32_t entries) const;
  // The result is cached while memory is available; a shared pointer keeps it alive.
  template <class T>
  std::shared_ptr<const JacobianChoice<T>> jacobian(std::int64_t link);
  const MassChoice& mass();
  // `spheres`: four numbers per sphere, in the frame of its link. `counts`: the number of spheres of each of
  // `links`, of which the first is the bounding sphere of the others. `pairs`: two indices of `links` per pair.
  // Throws ArraysFault.
  std::unique_ptr<SphereChoice> spheres(const std::vector<std::int32_t>& links, const std::vector<std::int32_t>& counts,
                                        const std::vector<double>& spheres, const std::vector<std::int32_t>& pairs,
                                        const std::vector<double>& limits, double slack) const;
  const Slots& torques() const { return torque_view_; }

  const std::int64_t link_count, nq, nv;

 private:
  template <class T>
  void narrow();

  Prepared<double> f64_;
  Prepared<float> f32_;
  std::vector<std::int32_t> torque_slots_;
  Slots torque_view_;
  std::mutex lock_;  // protects members that are created at first use
  template <class T>
  auto& jacobians() {
    if constexpr (sizeof(T) == 8) return jacobians64_; else return jacobians32_;
  }
  Remembered<JacobianChoice<double>> jacobians64_;
  Remembered<JacobianChoice<float>> jacobians32_;
  std::unique_ptr<MassChoice> mass_;
};

// The instruction sets that this machine supports, best first.
const std::vector<const Set*>& available_sets();

// Splits configurations first .. count into parts for threads, at multiples of the number of lanes, so
// that the result for each configuration is independent of the number of threads.
struct Range {
  std::int64_t first, last;
};
std::vector<Range> split(std::int64_t count, std::int64_t lanes, std::int64_t threads);

}  // namespace bodyplan::kernels
