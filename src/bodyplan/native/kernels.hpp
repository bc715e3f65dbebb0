// What the batch kernels compute on: a robot folded into moving bodies, and the table of functions
// that each instruction set provides. Plain data only: the kernels are compiled several times with
// different instruction sets, and no function may be shared between those.
#pragma once

#include <cstdint>

namespace bodyplan::kernels {

// How a body moves in its parent. Every axis is turned onto z beforehand.
enum class Move : std::int32_t { turn, slide, screw, ball, free, planar };

// Which columns a rotation picks, when it only renames axes: column j is column (j + order) % 3.
// The common case of a real robot, and it costs nothing. kGeneral needs the product.
constexpr std::int32_t kGeneral = 3;

template <class T>
struct Body {
  T placement[12];  // 3 x 4 by rows: the joint's frame in the parent body's frame
  T mass;           // of everything that is fixed to the body
  T first[3];       // mass times centre of mass, in the body's frame
  T second[6];      // inertia about the body's origin: xx xy xz yy yz zz
  T multiplier;     // position = multiplier * q + offset; velocity = multiplier * v
  T offset;
  T pitch;          // metres a radian
  std::int32_t parent;  // always smaller than the body's own number; body 0 is the world
  std::int32_t q, v;
  std::int32_t order;    // of the placement's rotation
  std::int32_t complex;  // number among the bodies that move in more than one direction, or -1
  Move move;
};

// A link on a body.
template <class T>
struct Seat {
  T placement[12];
  std::int32_t body;
  std::int32_t order;  // kGeneral unless the placement only renames axes
};

// One direction of motion: about, along or both (screw) an axis, which is a column of the body's
// rotation.
template <class T>
struct Direction {
  T multiplier;
  T pitch;  // metres a radian, for screws
  std::int32_t body;
  std::int32_t turns;   // else it slides
  std::int32_t column;
  std::int32_t v;
  std::int32_t parent;  // the direction before it on the way to the root, or -1
};

template <class T>
struct Robot {
  const Body<T>* bodies;  // bodies[0] is the world
  const Direction<T>* directions;
  std::int64_t body_count, direction_count, complex_count, nq, nv;
  T total_mass;
};

// One run over the configurations first .. last of a batch. `scratch` is aligned to 64 bytes and
// holds what the function's `*_size` gives, in units of one vector.
template <class T>
struct Job {
  const T* q;
  const T* v;  // may be null: zero
  const T* a;  // may be null: zero
  T* out;
  std::int64_t first, last;
  void* scratch;
  bool stream;  // around the cache; only where rows of the output are aligned to 64 bytes
  bool ahead;   // a large output that goes through the cache
  T* stage;     // if not null: room for one block of rows, from which they are poured into the output
};

// Which links' poses are wanted: the bodies that are needed, each after its parent. A body's pose goes
// on to the next step; what is needed later is kept in a slot until its last use, so that few slots
// are in use at a time.
struct PoseStep {
  std::int32_t body;
  std::int32_t load;  // slot of its parent's pose; -1: the step before has it
  std::int32_t keep;  // slot to keep its pose in, or -1
  std::int32_t seat_begin, seat_end;
};
template <class T>
struct PoseProgram {
  const PoseStep* steps;
  const Seat<T>* seats;
  const std::int32_t* places;  // where in the output each seat goes
  std::int64_t step_count, place_count;
  std::int32_t entries;  // 12 or 16 numbers a pose
};

struct Slots {
  const std::int32_t* slots;  // for each number of the output: the vector it comes from; 0 is zero
  std::int64_t count;
};

enum class Reference : std::int32_t { local, world, local_world_aligned };

template <class T>
struct JacobianProgram {
  const std::int32_t* bodies;
  const std::int32_t* directions;
  const std::int32_t* columns;  // which column of the result each direction adds to
  std::int64_t body_count, direction_count, column_count;
  Seat<T> seat;
  Slots slots;
};

struct MassProgram {
  const std::int32_t* targets;  // for each direction and each before it: the vector it adds to
  std::int64_t vector_count;
  bool adds;  // several pairs share a vector
  Slots slots;
};

// A sphere in the frame of its body.
struct Ball {
  float x, y, z, radius;
};
// Two spheres overlap if their squared distance is less than the square of the sum of their radii. The
// difference, as a function of the other sphere: -2 times the center, from that of the sphere around
// the group, -2 times the radius, and the part that does not depend on the other one.
struct Power {
  float x, y, z, radius, power;
};
// The spheres of a link: first one around them all, then each.
struct SphereGroup {
  std::int32_t body, first, last;
};
// Two groups that are compared, with squared distances from which on nothing overlaps: `reach` between
// the spheres around both; `reaches`, the first of those for each sphere of the first group and the
// sphere around the second one.
struct SpherePair {
  std::int32_t first, second;
  std::int32_t reaches;
  float reach;
};
struct SphereProgram {
  const Ball* spheres;
  const Power* powers;
  const SphereGroup* groups;
  const SpherePair* pairs;
  const float* reaches;
  const float* limits;  // of q: beyond them rounding errors are larger than `slack` allows for
  std::int64_t sphere_count, group_count, pair_count;
  float slack;  // [m^2] by which rounding may change a difference of squares
};

template <class T>
struct Table {
  std::int32_t lanes;
  std::int64_t (*scratch_size)(const Robot<T>&);  // of everything but the mass matrix
  void (*one_pose)(const Robot<T>&, const PoseProgram<T>&, const Job<T>&);
  void (*poses)(const Robot<T>&, const PoseProgram<T>&, const Job<T>&);
  void (*jacobian)(const Robot<T>&, const JacobianProgram<T>&, Reference, const Job<T>&);
  void (*inverse_dynamics)(const Robot<T>&, const T* gravity, const Slots&, const Job<T>&);
  void (*mass_matrix)(const Robot<T>&, const MassProgram&, const Job<T>&);
  void (*center_of_mass)(const Robot<T>&, const Job<T>&);
  void (*sine_cosine)(const T* angles, T* sines, T* cosines, std::int64_t count);
};

// Verdicts; unknown where q is beyond the limits, or spheres are closer than rounding errors.
constexpr std::int8_t kOverlap = 0, kFree = 1, kUnknown = 2;

struct Set {
  const char* name;
  Table<double> f64;
  Table<float> f32;
  std::int64_t (*sphere_scratch_size)(const SphereProgram&, std::int64_t nq);  // bytes besides those of the robot
  // `out` has a verdict for each row of `q`.
  void (*self_collision)(const Robot<float>&, const SphereProgram&, const double* q, std::int32_t count, std::int8_t* out,
                         void* scratch);
};

extern const Set baseline_set;
#ifdef BODYPLAN_WIDE
extern const Set avx2_set;
extern const Set avx512_set;
#endif

}  // namespace bodyplan::kernels
