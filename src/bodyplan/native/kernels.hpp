// The data of the batch kernels: a robot reduced to moving bodies, and the table of functions for each
// instruction set. This file contains only plain data: the kernels are compiled once for each instruction
// set, and must not share functions.
#pragma once

#include <cstdint>

namespace bodyplan::kernels {

// The motion of a body relative to its parent body. All joint axes are rotated to z beforehand.
enum class Move : std::int32_t { turn, slide, screw, ball, free, planar };

// The `order` of a rotation that permutes the axes cyclically: column j of a product is column (j + order) % 3
// of the other factor. Such rotations are common in real robots and need no multiplication. All other rotations
// have the order kGeneral.
constexpr std::int32_t kGeneral = 3;

template <class T>
struct Body {
  T placement[12];  // 3 x 4 by rows: the joint's frame in the parent body's frame
  T mass;           // mass of all links that are fixed to the body
  T first[3];       // mass times centre of mass, in the body's frame
  T second[6];      // inertia about the body's origin: xx xy xz yy yz zz
  T multiplier;     // position = multiplier * q + offset; velocity = multiplier * v
  T offset;
  T pitch;          // metres per radian
  std::int32_t parent;  // smaller than the body's own index; body 0 is the world
  std::int32_t q, v;
  std::int32_t order;    // order of the placement's rotation
  std::int32_t complex;  // index among the bodies that move in more than one direction, or -1
  Move move;
};

// The placement of a link on a body.
template <class T>
struct Seat {
  T placement[12];
  std::int32_t body;
  std::int32_t order;  // kGeneral unless the placement only permutes axes
};

// One direction of motion: a rotation about an axis, a translation along it, or a screw motion. The axis is a
// column of the body's rotation matrix.
template <class T>
struct Direction {
  T multiplier;
  T pitch;  // metres per radian, for screws
  std::int32_t body;
  std::int32_t turns;   // 1: rotation; 0: translation
  std::int32_t column;
  std::int32_t v;
  std::int32_t parent;  // the previous direction on the path to the root, or -1
};

template <class T>
struct Robot {
  const Body<T>* bodies;  // bodies[0] is the world
  const Direction<T>* directions;
  std::int64_t body_count, direction_count, complex_count, nq, nv;
  T total_mass;
};

// One run over the configurations first .. last of a batch. `scratch` is aligned to 64 bytes; the functions
// `*_size` return the required size.
template <class T>
struct Job {
  const T* q;
  const T* v;  // null means zero
  const T* a;  // null means zero
  T* out;
  std::int64_t first, last;
  void* scratch;
  bool stream;  // whether to bypass the cache when writing; requires rows aligned to 64 bytes
  bool ahead;   // whether the output is large and written through the cache
  T* stage;     // if not null: a buffer for one block of rows, which is then copied to the output
};

// A step of a program that computes the poses of chosen links: it computes the pose of one body. Each body
// follows its parent. The pose is passed to the next step; a pose that is needed later is stored in a slot
// until its last use, so that few slots are in use at a time.
struct PoseStep {
  std::int32_t body;
  std::int32_t load;  // slot of the parent's pose; -1: the parent's pose is the result of the previous step
  std::int32_t keep;  // slot in which the pose is stored, or -1
  std::int32_t seat_begin, seat_end;
};
template <class T>
struct PoseProgram {
  const PoseStep* steps;
  const Seat<T>* seats;
  const std::int32_t* places;  // the index of each link in the output
  std::int64_t step_count, place_count;
  std::int32_t entries;  // numbers per pose: 12 or 16
};

struct Slots {
  const std::int32_t* slots;  // for each number of the output: the index of its source vector; vector 0 is zero
  std::int64_t count;
};

enum class Reference : std::int32_t { local, world, local_world_aligned };

template <class T>
struct JacobianProgram {
  const std::int32_t* bodies;
  const std::int32_t* directions;
  const std::int32_t* columns;  // the column of the result to which each direction is added
  std::int64_t body_count, direction_count, column_count;
  Seat<T> seat;
  Slots slots;
};

struct MassProgram {
  const std::int32_t* targets;  // for each pair of a direction and a previous direction: the vector for their product
  std::int64_t vector_count;
  bool adds;  // whether products are added, because several pairs of DOFs share a vector
  Slots slots;
};

// A sphere in the frame of its body.
struct Ball {
  float x, y, z, radius;
};
// Two spheres overlap if their squared distance is less than the square of the sum of their radii. These are the
// coefficients of the difference of both squares, as a function of the other sphere: -2 times the center
// (relative to the center of the group's bounding sphere), -2 times the radius, and the constant part.
struct Power {
  float x, y, z, radius, power;
};
// The spheres of a link: their bounding sphere, followed by the spheres.
struct SphereGroup {
  std::int32_t body, first, last;
};
// Two groups to compare, with the squared distances above which no spheres overlap: `reach` for both bounding
// spheres; `reaches` is the index of the first of the distances between each sphere of the first group and the
// bounding sphere of the second group.
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
  const float* limits;  // limits of q, beyond which rounding errors may exceed `slack`
  std::int64_t sphere_count, group_count, pair_count;
  float slack;  // the largest rounding error of a difference of squares [m^2]
};

template <class T>
struct Table {
  std::int32_t lanes;
  std::int64_t (*scratch_size)(const Robot<T>&);  // for all functions except the mass matrix
  void (*one_pose)(const Robot<T>&, const PoseProgram<T>&, const Job<T>&);
  void (*poses)(const Robot<T>&, const PoseProgram<T>&, const Job<T>&);
  void (*jacobian)(const Robot<T>&, const JacobianProgram<T>&, Reference, const Job<T>&);
  void (*inverse_dynamics)(const Robot<T>&, const T* gravity, const Slots&, const Job<T>&);
  void (*mass_matrix)(const Robot<T>&, const MassProgram&, const Job<T>&);
  void (*center_of_mass)(const Robot<T>&, const Job<T>&);
  void (*sine_cosine)(const T* angles, T* sines, T* cosines, std::int64_t count);
};

// Results of sphere tests; kUnknown if q is beyond the limits, or if rounding errors could change the result.
constexpr std::int8_t kOverlap = 0, kFree = 1, kUnknown = 2;

struct Set {
  const char* name;
  Table<double> f64;
  Table<float> f32;
  std::int64_t (*sphere_scratch_size)(const SphereProgram&, std::int64_t nq);  // bytes in addition to those of the robot
  // Writes one of these results to `out` for each row of `q`.
  void (*self_collision)(const Robot<float>&, const SphereProgram&, const double* q, std::int32_t count, std::int8_t* out,
                         void* scratch);
};

extern const Set baseline_set;
#ifdef BODYPLAN_WIDE
extern const Set avx2_set;
extern const Set avx512_set;
#endif

}  // namespace bodyplan::kernels
