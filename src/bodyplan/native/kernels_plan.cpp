#include "kernels_plan.hpp"

#include <algorithm>
#include <thread>

namespace bodyplan::kernels {
namespace {

template <class T>
void link_view(Prepared<T>& made, std::int64_t nq, std::int64_t nv, std::int64_t complex_count, double mass) {
  made.view = {made.bodies.data(), made.directions.data(), static_cast<std::int64_t>(made.bodies.size()),
               static_cast<std::int64_t>(made.directions.size()), complex_count, nq, nv, static_cast<T>(mass)};
}

}  // namespace

Plan::Plan(const Arrays& arrays) : link_count(arrays.link_count), nq(arrays.nq), nv(arrays.nv) {
  const std::int32_t complex_count = fold(arrays, f64_);
  double mass = 0.0;
  for (const Body<double>& body : f64_.bodies) mass += body.mass;
  link_view(f64_, nq, nv, complex_count, mass);
  narrow<float>();
  link_view(f32_, nq, nv, complex_count, mass);
  torque_slots_.resize(static_cast<std::size_t>(nv));
  for (std::size_t i = 0; i < torque_slots_.size(); ++i) torque_slots_[i] = static_cast<std::int32_t>(i) + 1;
  torque_view_ = {torque_slots_.data(), nv};
  jacobians64_.of_link.resize(static_cast<std::size_t>(link_count));
  jacobians32_.of_link.resize(static_cast<std::size_t>(link_count));
}

template <class T>
void Plan::narrow() {
  for (const Body<double>& from : f64_.bodies) {
    Body<T> to = {};
    copy_numbers(to.placement, from.placement, 12);
    to.mass = static_cast<T>(from.mass);
    copy_numbers(to.first, from.first, 3);
    copy_numbers(to.second, from.second, 6);
    to.multiplier = static_cast<T>(from.multiplier);
    to.offset = static_cast<T>(from.offset);
    to.pitch = static_cast<T>(from.pitch);
    to.parent = from.parent, to.q = from.q, to.v = from.v;
    to.order = from.order, to.complex = from.complex, to.move = from.move;
    f32_.bodies.push_back(to);
  }
  for (const Direction<double>& from : f64_.directions) {
    f32_.directions.push_back({static_cast<T>(from.multiplier), static_cast<T>(from.pitch), from.body, from.turns,
                               from.column, from.v, from.parent});
  }
  for (const Seat<double>& from : f64_.seats) {
    Seat<T> to = {};
    copy_numbers(to.placement, from.placement, 12);
    to.body = from.body, to.order = from.order;
    f32_.seats.push_back(to);
  }
}

template <class T>
std::unique_ptr<PoseChoice<T>> Plan::poses(const std::vector<std::int32_t>& links, std::int32_t entries) const {
  const Prepared<T>& robot = of<T>();
  auto made = std::make_unique<PoseChoice<T>>();
  const std::size_t count = robot.bodies.size();
  std::vector<bool> needed(count);
  std::vector<std::int32_t> seats_of(count + 1);
  for (const std::int32_t link : links) {
    std::int32_t body = robot.seats[static_cast<std::size_t>(link)].body;
    ++seats_of[static_cast<std::size_t>(body) + 1];
    while (!needed[static_cast<std::size_t>(body)]) {
      needed[static_cast<std::size_t>(body)] = true;
      body = robot.bodies[static_cast<std::size_t>(body)].parent;
    }
  }
  for (std::size_t b = 0; b < count; ++b) seats_of[b + 1] += seats_of[b];
  std::vector<std::int32_t> next = seats_of;
  made->seats.resize(links.size());
  made->places.resize(links.size());
  for (std::size_t place = 0; place < links.size(); ++place) {
    const Seat<T>& seat = robot.seats[static_cast<std::size_t>(links[place])];
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(seat.body)]++);
    made->seats[at] = seat;
    made->places[at] = static_cast<std::int32_t>(place);
  }
  // The pose of a body is kept until its last child, unless its only use is in the next step.
  std::vector<std::size_t> last(count);
  std::vector<std::int32_t> slot(count, -1), unused;
  std::size_t before = 0;
  for (std::size_t b = 1; b < count; ++b) {
    if (!needed[b]) continue;
    const auto parent = static_cast<std::size_t>(robot.bodies[b].parent);
    last[parent] = b;
    if (parent != 0 && parent != before) slot[parent] = 0;
    before = b;
  }
  std::int32_t slots = 0;
  before = 0;
  for (std::size_t b = 0; b < count; ++b) {
    if (!needed[b]) continue;
    const auto parent = static_cast<std::size_t>(robot.bodies[b].parent);
    const bool loads = parent != 0 && parent != before;
    if (parent != 0 && slot[parent] >= 0 && last[parent] == b) unused.push_back(slot[parent]);
    if (slot[b] >= 0) {
      if (unused.empty()) unused.push_back(slots++);
      slot[b] = unused.back();
      unused.pop_back();
    }
    made->steps.push_back({static_cast<std::int32_t>(b), loads ? slot[parent] : -1, slot[b], seats_of[b], seats_of[b + 1]});
    before = b;
  }
  made->view = {made->steps.data(), made->seats.data(), made->places.data(),
                static_cast<std::int64_t>(made->steps.size()), static_cast<std::int64_t>(links.size()), entries};
  return made;
}

template <class T>
std::shared_ptr<const JacobianChoice<T>> Plan::jacobian(std::int64_t link) {
  const std::lock_guard<std::mutex> guard(lock_);
  const auto& kept = jacobians<T>().of_link[static_cast<std::size_t>(link)];
  if (kept) return kept;
  const Prepared<T>& robot = of<T>();
  auto made = std::make_shared<JacobianChoice<T>>();
  const Seat<T>& seat = robot.seats[static_cast<std::size_t>(link)];
  for (std::int32_t body = seat.body; body != 0; body = robot.bodies[static_cast<std::size_t>(body)].parent) {
    made->bodies.push_back(body);
  }
  std::reverse(made->bodies.begin(), made->bodies.end());
  std::vector<bool> on_chain(robot.bodies.size());
  for (const std::int32_t body : made->bodies) on_chain[static_cast<std::size_t>(body)] = true;
  for (std::size_t i = 0; i < robot.directions.size(); ++i) {
    if (on_chain[static_cast<std::size_t>(robot.directions[i].body)]) made->directions.push_back(static_cast<std::int32_t>(i));
  }
  // The first direction that uses a velocity creates a column; mimic joints use the column of the mimicked joint.
  std::vector<std::int32_t> column_of(static_cast<std::size_t>(nv), -1);
  std::int32_t columns = 0;
  for (const std::int32_t direction : made->directions) {
    std::int32_t& column = column_of[static_cast<std::size_t>(robot.directions[static_cast<std::size_t>(direction)].v)];
    if (column < 0) column = columns++;
    made->columns.push_back(column);
  }
  for (std::int32_t row = 0; row < 6; ++row)
    for (const std::int32_t column : column_of) made->slots.push_back(column < 0 ? 0 : 1 + 6 * column + row);
  made->view = {made->bodies.data(), made->directions.data(), made->columns.data(),
                static_cast<std::int64_t>(made->bodies.size()), static_cast<std::int64_t>(made->directions.size()),
                columns, seat, {made->slots.data(), 6 * nv}};
  jacobians<T>().keep(static_cast<std::size_t>(link), made);
  return made;
}

std::unique_ptr<SphereChoice> Plan::spheres(const std::vector<std::int32_t>& links, const std::vector<std::int32_t>& counts,
                                            const std::vector<double>& spheres, const std::vector<std::int32_t>& pairs,
                                            const std::vector<double>& limits, double slack) const {
  auto made = std::make_unique<SphereChoice>();
  made->plan = this;
  made->exact = spheres;
  made->links = poses<double>(links, 12);
  const double* at = spheres.data();
  std::int64_t left = static_cast<std::int64_t>(spheres.size()) / 4;
  for (std::size_t k = 0; k < links.size(); ++k) {
    if (k >= counts.size() || counts[k] < 1 || counts[k] > left) throw ArraysFault("counts: not those of the spheres");
    left -= counts[k];
    const Seat<double>& seat = f64_.seats[static_cast<std::size_t>(links[k])];
    const double* m = seat.placement;
    const auto first = static_cast<std::int32_t>(made->spheres.size());
    double around[3] = {};
    for (std::int32_t i = 0; i < counts[k]; ++i, at += 4) {
      double own[4] = {0.0, 0.0, 0.0, at[3]}, power[5] = {0.0, 0.0, 0.0, -2.0 * at[3], -at[3] * at[3]};
      for (int row = 0; row < 3; ++row) {
        own[row] = m[4 * row] * at[0] + m[4 * row + 1] * at[1] + m[4 * row + 2] * at[2] + m[4 * row + 3];
        if (i == 0) around[row] = own[row];
        const double apart = own[row] - around[row];
        power[row] = -2.0 * apart;
        power[4] += apart * apart;
      }
      made->spheres.emplace_back();
      copy_numbers(&made->spheres.back().x, own, 4);
      made->powers.emplace_back();
      copy_numbers(&made->powers.back().x, power, 5);
    }
    made->groups.push_back({seat.body, first, static_cast<std::int32_t>(made->spheres.size())});
  }
  const auto reach = [&](std::int32_t i, std::int32_t j) {
    const double sum = spheres[4 * static_cast<std::size_t>(i) + 3] + spheres[4 * static_cast<std::size_t>(j) + 3];
    return static_cast<float>(sum * sum);
  };
  for (std::size_t k = 0; k + 1 < pairs.size(); k += 2) {
    const SphereGroup &a = made->groups[static_cast<std::size_t>(pairs[k])], &b = made->groups[static_cast<std::size_t>(pairs[k + 1])];
    if (made->reaches.size() > (std::size_t{1} << 24)) throw ArraysFault("spheres: too many for the pairs");
    made->pairs.push_back({pairs[k], pairs[k + 1], static_cast<std::int32_t>(made->reaches.size()), reach(a.first, b.first)});
    for (std::int32_t i = a.first + 1; i < a.last; ++i) made->reaches.push_back(reach(i, b.first));
  }
  made->limits.assign(limits.begin(), limits.end());
  made->view = {made->spheres.data(), made->powers.data(), made->groups.data(), made->pairs.data(), made->reaches.data(),
                made->limits.data(), static_cast<std::int64_t>(made->spheres.size()),
                static_cast<std::int64_t>(made->groups.size()), static_cast<std::int64_t>(made->pairs.size()),
                static_cast<float>(slack)};
  return made;
}

bool SphereChoice::is_free(const double* poses, double* world) const {
  for (const SphereGroup& group : groups) {
    for (std::int32_t i = group.first; i < group.last; ++i) {
      const double* at = exact.data() + 4 * i;
      for (int row = 0; row < 3; ++row) {
        const double* m = poses + 4 * row;
        world[3 * i + row] = m[0] * at[0] + m[1] * at[1] + m[2] * at[2] + m[3];
      }
    }
    poses += 12;
  }
  const auto overlap = [&](std::int32_t i, std::int32_t j) {
    const double *a = world + 3 * i, *b = world + 3 * j;
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2], sum = exact[4 * i + 3] + exact[4 * j + 3];
    return x * x + y * y + z * z < sum * sum;
  };
  for (const SpherePair& pair : pairs) {
    const SphereGroup &a = groups[pair.first], &b = groups[pair.second];
    if (!overlap(a.first, b.first)) continue;
    for (std::int32_t i = a.first + 1; i < a.last; ++i) {
      for (std::int32_t j = b.first + 1; j < b.last; ++j) {
        if (overlap(i, j)) return false;
      }
    }
  }
  return true;
}

const MassChoice& Plan::mass() {
  const std::lock_guard<std::mutex> guard(lock_);
  if (mass_) return *mass_;
  if (nv > 46000) throw ArraysFault("the robot is too large for a mass matrix");
  auto made = std::make_unique<MassChoice>();
  made->slots.assign(static_cast<std::size_t>(nv * nv), 0);
  std::int32_t vectors = 1;
  bool adds = false;
  for (std::size_t i = 0; i < f64_.directions.size(); ++i) {
    for (auto j = static_cast<std::int32_t>(i); j >= 0; j = f64_.directions[static_cast<std::size_t>(j)].parent) {
      const std::int64_t row = f64_.directions[i].v, column = f64_.directions[static_cast<std::size_t>(j)].v;
      std::int32_t& slot = made->slots[static_cast<std::size_t>(row * nv + column)];
      if (slot == 0) {
        slot = vectors++;
        made->slots[static_cast<std::size_t>(column * nv + row)] = slot;
      } else {
        adds = true;
      }
      made->targets.push_back(slot);
    }
  }
  made->view = {made->targets.data(), vectors, adds, {made->slots.data(), nv * nv}};
  mass_ = std::move(made);
  return *mass_;
}

template std::unique_ptr<PoseChoice<double>> Plan::poses(const std::vector<std::int32_t>&, std::int32_t) const;
template std::unique_ptr<PoseChoice<float>> Plan::poses(const std::vector<std::int32_t>&, std::int32_t) const;
template std::shared_ptr<const JacobianChoice<double>> Plan::jacobian(std::int64_t);
template std::shared_ptr<const JacobianChoice<float>> Plan::jacobian(std::int64_t);

const std::vector<const Set*>& available_sets() {
  static const std::vector<const Set*> sets = [] {
    std::vector<const Set*> made;
#ifdef BODYPLAN_WIDE
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("fma")) {
      made.push_back(&avx512_set);
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) made.push_back(&avx2_set);
#endif
    made.push_back(&baseline_set);
    return made;
  }();
  return sets;
}

std::vector<Range> split(std::int64_t count, std::int64_t lanes, std::int64_t threads) {
  const std::int64_t blocks = (count + lanes - 1) / lanes;
  // More threads than processors do not save time, and each needs memory.
  static const std::int64_t most = std::max(16U, std::thread::hardware_concurrency());  // the query is slow
  const std::int64_t parts = std::max<std::int64_t>(1, std::min({threads, blocks, most}));
  std::vector<Range> made;
  for (std::int64_t i = 0; i < parts; ++i) {
    const std::int64_t first = blocks * i / parts * lanes, last = blocks * (i + 1) / parts * lanes;
    made.push_back({first, std::min(last, count)});
  }
  return made;
}

}  // namespace bodyplan::kernels
