// The Python bindings of the batch kernels: the class Plan.
#include "kernels_module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <new>
#include <system_error>
#include <thread>

#include "kernels_call.hpp"
#include "kernels_plan.hpp"

namespace nb = nanobind;

namespace bodyplan::kernels {
namespace {

// --- a robot's arrays ---

const void* field(nb::handle arrays, const char* name, PyObject* dtype, std::initializer_list<Py_ssize_t> shape) {
  const nb::object object = arrays.attr(name);
  const ArrayObject* array = array_of(object.ptr());
  const std::string wanted = "expected a contiguous array of " + dtype_text(dtype) + " with shape " +
                             shape_text(shape.begin(), static_cast<int>(shape.size()));
  if (array == nullptr) refuse(name, wanted);
  if (!same(array->dtype, dtype) || (array->flags & (kContiguous | kAligned)) != (kContiguous | kAligned) ||
      array->dimensions != static_cast<int>(shape.size()) || !std::equal(shape.begin(), shape.end(), array->shape)) {
    refuse(name, wanted + ", not " + dtype_text(array->dtype) + " with shape " + shape_text(array->shape, array->dimensions));
  }
  return array->data;
}

Py_ssize_t length(nb::handle arrays, const char* name) {
  const nb::object object = arrays.attr(name);
  const ArrayObject* array = array_of(object.ptr());
  if (array == nullptr || array->dimensions != 1) refuse(name, "expected an array of one dimension");
  return array->shape[0];
}

Arrays read_arrays(nb::handle from) {
  const Numpy& np = numpy();
  Arrays made = {};
  const Py_ssize_t links = length(from, "parent"), joints = length(from, "kind");
  made.link_count = links, made.joint_count = joints;
  made.nq = nb::cast<std::int64_t>(from.attr("nq")), made.nv = nb::cast<std::int64_t>(from.attr("nv"));
  if (made.nq < 0 || made.nv < 0) throw Refused(PyExc_ValueError, "nq and nv must not be negative");
  const auto doubles = [&](const char* name, std::initializer_list<Py_ssize_t> shape) {
    return static_cast<const double*>(field(from, name, np.float64, shape));
  };
  const auto indices = [&](const char* name) {
    return static_cast<const std::int32_t*>(field(from, name, np.int32, {joints}));
  };
  made.mass = doubles("mass", {links});
  made.p_LC = doubles("p_LC", {links, 3});
  made.I_C = doubles("I_C", {links, 3, 3});
  made.kind = static_cast<const std::int8_t*>(field(from, "kind", np.int8, {joints}));
  made.parent_link = indices("parent_link");
  made.child_link = indices("child_link");
  made.q_index = indices("q_index");
  made.v_index = indices("v_index");
  made.follows = indices("follows");
  made.X_PJ = doubles("X_PJ", {joints, 3, 4});
  made.X_JC = doubles("X_JC", {joints, 3, 4});
  made.axis = doubles("axis", {joints, 3});
  made.axis2 = doubles("axis2", {joints, 3});
  made.pitch = doubles("pitch", {joints});
  made.multiplier = doubles("multiplier", {joints});
  made.offset = doubles("offset", {joints});
  return made;
}

// --- memory for the kernels ---

struct Scratch {
  explicit Scratch(std::int64_t size)
      : at(::operator new(static_cast<std::size_t>(std::max<std::int64_t>(size, 64)), std::align_val_t{64})) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { ::operator delete(at, std::align_val_t{64}); }
  void* at;
};

constexpr std::int64_t kReleaseFrom = 16;  // number of configurations from which the interpreter lock is released
constexpr std::int64_t kMostShared = 8 << 20;  // bytes that fit into the shared cache of all cores
constexpr std::int64_t kMostStaged = 1 << 14;
constexpr std::int64_t kSmall = 1 << 18;   // largest scratch memory for which the lock may be kept [bytes]

// A choice of links whose poses are computed, prepared for double and single precision.
struct Poses {
  std::unique_ptr<PoseChoice<double>> f64;
  std::unique_ptr<PoseChoice<float>> f32;
  std::int64_t count;
  std::int32_t rows;
  const void* plan;

  template <class T>
  const PoseProgram<T>& of() const {
    if constexpr (sizeof(T) == 8) return f64->view; else return f32->view;
  }
};

class PlanObject {
 public:
  PlanObject(nb::handle arrays, const std::string& set) : plan_(read_arrays(arrays)), set_(find(set)) {
    std::vector<std::int32_t> links(static_cast<std::size_t>(plan_.link_count));
    for (std::size_t i = 0; i < links.size(); ++i) links[i] = static_cast<std::int32_t>(i);
    all_ = make(links, 4);
  }

  const char* set_name() const { return set_->name; }
  std::int64_t lanes() const { return set_->f64.lanes; }

  std::unique_ptr<Poses> poses(const std::vector<std::int32_t>& links, int rows) const {
    if (rows != 3 && rows != 4) refuse("rows", "expected 3 or 4");
    for (const std::int32_t link : links) check_link("links", link);
    return std::make_unique<Poses>(make(links, rows));
  }

  PyObject* forward_kinematics(PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Given<4> given({"q", "out", "chosen", "threads"}, values, count, keywords);
    Call call(given.at[0], plan_.nq);
    const Poses* poses = &all_;
    if (given.at[2] != nullptr && given.at[2] != Py_None) {
      if (!nb::try_cast(nb::handle(given.at[2]), poses)) throw Refused(PyExc_TypeError, "chosen: expected what poses() gives back");
      if (poses->plan != &plan_) refuse("chosen", "these poses were chosen from another plan");
    }
    const std::int64_t threads = given.threads(3);
    nb::object made = nb::steal(call.output(given.at[1], {poses->count, poses->rows, 4}));
    run(
        call, threads,
        [&]<class T>(const Table<T>& table, Job<T> job) {
          // Poses are written through the cache if they fit into it, or if they have three rows, which do not fill
          // whole cache lines.
          const std::int64_t size = call.count * call.row * static_cast<std::int64_t>(sizeof(T));
          if (poses->rows == 3 || size < kMostShared) {
            job.ahead |= job.stream;
            job.stream = false;
          }
          const Robot<T>& robot = plan_.of<T>().view;
          (call.count == 1 ? table.one_pose : table.poses)(robot, poses->of<T>(), job);
        },
        0, false);
    return made.release().ptr();
  }

  PyObject* jacobian(PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Given<5> given({"q", "link", "reference", "out", "threads"}, values, count, keywords);
    Call call(given.at[0], plan_.nq);
    const std::int64_t link = given.integer(1, -1), reference = given.integer(2, -1), threads = given.threads(4);
    check_link("link", link);
    if (reference < 0 || reference > 2) refuse("reference", "expected 0 (local), 1 (world) or 2 (local_world_aligned)");
    nb::object made = nb::steal(call.output(given.at[3], {6, plan_.nv}));
    run(call, threads, [&]<class T>(const Table<T>& table, const Job<T>& job) {
      table.jacobian(plan_.of<T>().view, plan_.jacobian<T>(link)->view, static_cast<Reference>(reference), job);
    });
    return made.release().ptr();
  }

  PyObject* inverse_dynamics(PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Given<8> given({"q", "v", "a", "gx", "gy", "gz", "out", "threads"}, values, count, keywords);
    Call call(given.at[0], plan_.nq);
    const void* velocities = call.rates("v", given.at[1], plan_.nv);
    const void* accelerations = call.rates("a", given.at[2], plan_.nv);
    const double g[3] = {given.number(3, 0.0), given.number(4, 0.0), given.number(5, -9.81)};
    const std::int64_t threads = given.threads(7);
    nb::object made = nb::steal(call.output(given.at[6], {plan_.nv}));
    run(call, threads, [&]<class T>(const Table<T>& table, Job<T> job) {
      const T gravity[3] = {static_cast<T>(g[0]), static_cast<T>(g[1]), static_cast<T>(g[2])};
      job.v = static_cast<const T*>(velocities);
      job.a = static_cast<const T*>(accelerations);
      table.inverse_dynamics(plan_.of<T>().view, gravity, plan_.torques(), job);
    });
    return made.release().ptr();
  }

  PyObject* mass_matrix(PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Given<3> given({"q", "out", "threads"}, values, count, keywords);
    Call call(given.at[0], plan_.nq);
    const MassChoice& choice = plan_.mass();
    const std::int64_t threads = given.threads(2);
    nb::object made = nb::steal(call.output(given.at[1], {plan_.nv, plan_.nv}));
    run(
        call, threads,
        [&]<class T>(const Table<T>& table, const Job<T>& job) {
          table.mass_matrix(plan_.of<T>().view, choice.view, job);
        },
        choice.view.vector_count);
    return made.release().ptr();
  }

  PyObject* center_of_mass(PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Given<3> given({"q", "out", "threads"}, values, count, keywords);
    Call call(given.at[0], plan_.nq);
    const std::int64_t threads = given.threads(2);
    nb::object made = nb::steal(call.output(given.at[1], {3}));
    run(call, threads, [&]<class T>(const Table<T>& table, const Job<T>& job) {
      table.center_of_mass(plan_.of<T>().view, job);
    });
    return made.release().ptr();
  }

  std::unique_ptr<SphereChoice> spheres(const std::vector<std::int32_t>& links, const std::vector<std::int32_t>& counts,
                                        const std::vector<double>& numbers, const std::vector<std::int32_t>& pairs,
                                        const std::vector<double>& limits, double slack) const {
    for (const std::int32_t link : links) check_link("links", link);
    const auto groups = static_cast<std::int32_t>(links.size());
    for (const std::int32_t group : pairs) {
      if (group < 0 || group >= groups) refuse("pairs", "expected indices of links");
    }
    if (pairs.size() % 2 != 0) refuse("pairs", "expected two indices a pair");
    if (static_cast<std::int64_t>(limits.size()) != plan_.nq) refuse("limits", "expected one number a position");
    return plan_.spheres(links, counts, numbers, pairs, limits, slack);
  }

  PyObject* self_collision(PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Given<3> given({"q", "chosen", "threads"}, values, count, keywords);
    Call call(given.at[0], plan_.nq);
    const SphereChoice* chosen = nullptr;
    if (given.at[1] == nullptr || !nb::try_cast(nb::handle(given.at[1]), chosen) || chosen == nullptr) {
      throw Refused(PyExc_TypeError, "chosen: expected what spheres() gives back");
    }
    if (chosen->plan != &plan_) refuse("chosen", "these spheres were chosen from another plan");
    if (!call.is_double) refuse("q", "expected an array of float64");
    const std::int64_t threads = given.threads(2);
    nb::object made = nb::steal(call.verdicts());
    auto* out = reinterpret_cast<std::int8_t*>(call.data);
    if (call.count > 0) {
      const std::int64_t quick = set_->sphere_scratch_size(chosen->view, plan_.nq);
      const std::int64_t exact = 8 * (3 * chosen->view.sphere_count + 12 * chosen->view.group_count);
      run_as<double>(
          set_->f64, call, threads,
          [&]<class T>(const Table<T>&, const Job<T>& job) { self_collisions(*chosen, job, out); },
          std::max(quick, exact) / (8 * set_->f64.lanes) + 1, false);
    }
    return made.release().ptr();
  }

  PyObject* sine_cosine(PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    const Given<1> given({"x"}, values, count, keywords);
    const ArrayObject* x = array_of(given.at[0]);
    const std::int64_t size = x != nullptr && x->dimensions > 0 ? x->shape[x->dimensions - 1] : 0;
    Call call(given.at[0], size);
    const nb::object sines = nb::steal(call.output(nullptr, {size}));
    char* at = call.data;
    const nb::object cosines = nb::steal(call.output(nullptr, {size}));
    if (call.is_double) {
      set_->f64.sine_cosine(static_cast<const double*>(call.q()), reinterpret_cast<double*>(at),
                            reinterpret_cast<double*>(call.data), call.count * size);
    } else {
      set_->f32.sine_cosine(static_cast<const float*>(call.q()), reinterpret_cast<float*>(at),
                            reinterpret_cast<float*>(call.data), call.count * size);
    }
    return nb::make_tuple(sines, cosines).release().ptr();
  }

 private:
  static const Set* find(const std::string& name) {
    for (const Set* set : available_sets()) {
      if (name.empty() || name == set->name) return set;
    }
    throw Refused(PyExc_ValueError, "set: this machine does not have it");
  }

  void check_link(const char* name, std::int64_t link) const {
    if (link >= 0 && link < plan_.link_count) return;
    refuse(name, "expected an index from 0 to " + std::to_string(plan_.link_count - 1) + ", not " + std::to_string(link));
  }

  Poses make(const std::vector<std::int32_t>& links, std::int32_t rows) const {
    return {plan_.poses<double>(links, rows * 4), plan_.poses<float>(links, rows * 4),
            static_cast<std::int64_t>(links.size()), rows, &plan_};
  }

  // Calls `work` with the table of kernels for each part of the job. `can_be_staged`: whether the output may be
  // written via a buffer; for poses this is unnecessary, because whole rows are written at once.
  template <class F>
  void run(const Call& call, std::int64_t threads, const F& work, std::int64_t more_vectors = 0, bool can_be_staged = true) {
    if (call.count == 0 || call.row == 0) return;
    if (call.is_double) {
      run_as<double>(set_->f64, call, threads, work, more_vectors, can_be_staged);
    } else {
      run_as<float>(set_->f32, call, threads, work, more_vectors, can_be_staged);
    }
  }

  // Computes in single precision, and again in double precision for configurations whose result is unknown.
  void self_collisions(const SphereChoice& chosen, const Job<double>& job, std::int8_t* out) const {
    constexpr std::int64_t most = 1 << 20;
    auto* world = reinterpret_cast<double*>(static_cast<char*>(job.scratch) + set_->f64.scratch_size(plan_.of<double>().view));
    double* poses = world + 3 * chosen.view.sphere_count;
    for (std::int64_t first = job.first; first < job.last; first += most) {
      const auto count = static_cast<std::int32_t>(std::min(job.last - first, most));
      std::int8_t* verdicts = out + first;
      set_->self_collision(plan_.of<float>().view, chosen.view, job.q + first * plan_.nq, count, verdicts, job.scratch);
      Job<double> own = job;
      own.out = poses;
      own.first = 0, own.last = 1;
      for (std::int32_t i = 0; i < count; ++i) {
        if (verdicts[i] != kUnknown) continue;
        own.q = job.q + (first + i) * plan_.nq;
        set_->f64.one_pose(plan_.of<double>().view, chosen.links->view, own);
        verdicts[i] = chosen.is_free(poses, world) ? kFree : kOverlap;
      }
    }
  }

  template <class T, class F>
  void run_as(const Table<T>& table, const Call& call, std::int64_t threads, const F& work, std::int64_t more_vectors,
              bool can_be_staged) {
    const std::int64_t width = table.lanes * static_cast<std::int64_t>(sizeof(T));
    const std::int64_t size = (table.scratch_size(plan_.of<T>().view) + more_vectors * width + 63) / 64 * 64;
    const std::int64_t row = call.row * static_cast<std::int64_t>(sizeof(T));
    Job<T> job = {};
    job.q = static_cast<const T*>(call.q());
    job.out = reinterpret_cast<T*>(call.data);
    job.last = call.count;
    const bool large = call.count * row >= static_cast<std::int64_t>(kStreamFrom);
    job.stream = large && row % width == 0 && reinterpret_cast<std::uintptr_t>(call.data) % 64 == 0;
    job.ahead = large && !job.stream;
    // A buffer saves time only if it fits into the first-level cache.
    const bool staged = large && !job.stream && can_be_staged && table.lanes * row <= kMostStaged;
    const std::int64_t room = staged ? table.lanes * row + 64 : 0;
    if (call.count < kReleaseFrom && size < kSmall && !staged) {  // the held lock protects `small_`
      if (small_ == nullptr) small_ = std::make_unique<Scratch>(kSmall);
      job.scratch = small_->at;
      work.template operator()<T>(table, job);
      return;
    }
    const nb::gil_scoped_release released;
    const std::vector<Range> ranges = split(call.count, table.lanes, threads);
    std::vector<std::unique_ptr<Scratch>> scratches;
    for (std::size_t i = 0; i < ranges.size(); ++i) scratches.push_back(std::make_unique<Scratch>(size + room));
    const auto part = [&](std::size_t i) {
      Job<T> own = job;
      own.first = ranges[i].first;
      own.last = ranges[i].last;
      own.scratch = scratches[i]->at;
      if (staged) own.stage = reinterpret_cast<T*>(static_cast<char*>(scratches[i]->at) + size);
      work.template operator()<T>(table, own);
    };
    std::vector<std::thread> others;
    std::size_t begun = 1;
    try {
      for (; begun < ranges.size(); ++begun) others.emplace_back(part, begun);
    } catch (const std::system_error&) {  // no more threads are available; this thread does the rest
    }
    part(0);
    for (std::size_t i = begun; i < ranges.size(); ++i) part(i);
    for (std::thread& thread : others) thread.join();
  }

  Plan plan_;
  const Set* set_;
  Poses all_;
  std::unique_ptr<Scratch> small_;  // for calls that keep the interpreter lock
};

// The Python exceptions for invalid arguments: subclasses of Refusal that are also a TypeError, ValueError or
// MemoryError. Any other exception of a kernel is a bug in the kernel.
struct Refusals {
  PyObject* base;
  PyObject* type_error;
  PyObject* value_error;
  PyObject* memory_error;

  PyObject* of(PyObject* type) const {
    return type == PyExc_TypeError ? type_error : type == PyExc_MemoryError ? memory_error : value_error;
  }
};
Refusals refusals = {};

PyObject* new_refusal(nb::module_& module, const char* name, PyObject* of) {
  const std::string full = std::string("bodyplan.native.") + name;
  const nb::object bases = of == nullptr ? nb::borrow(PyExc_Exception) : nb::object(nb::make_tuple(nb::borrow(refusals.base), nb::borrow(of)));
  PyObject* made = PyErr_NewException(full.c_str(), bases.ptr(), nullptr);
  if (made == nullptr) throw nb::python_error();
  module.attr(name) = nb::borrow(made);
  return made;  // never deleted
}

// Converts an exception of a C++ function to a Python error.
template <class F>
auto as_python(const F& call) -> decltype(call()) {
  try {
    return call();
  } catch (const Refused& reason) {
    PyErr_SetString(refusals.of(reason.type), reason.what());
  } catch (const ArraysFault& fault) {
    PyErr_SetString(refusals.value_error, fault.what());
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_SetString(refusals.memory_error, "out of memory");
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return {};
}
template <class F>
auto or_raised(const F& call) {  // for use inside a function of nanobind
  auto made = as_python(call);
  if (PyErr_Occurred()) throw nb::python_error();
  return made;
}

template <class T>
std::vector<T> listed(nb::handle values) {
  std::vector<T> made;
  for (const nb::handle value : values) made.push_back(nb::cast<T>(value));
  return made;
}

// A method of Plan that bypasses the calling layer of nanobind, which takes as long as the computation for one
// configuration.
template <auto method>
PyObject* called(PyObject* self, PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
  return as_python([&] {
    if (!nb::inst_ready(self)) throw Refused(PyExc_TypeError, "this plan was never made");
    return (nb::inst_ptr<PlanObject>(self)->*method)(values, count, keywords);
  });
}
template <auto method>
PyCFunction quick() {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&called<method>));
}

PyMethodDef kMethods[] = {
    {"forward_kinematics", quick<&PlanObject::forward_kinematics>(), METH_FASTCALL | METH_KEYWORDS,
     "forward_kinematics($self, q, out=None, chosen=None, threads=1)\n--\n\n"
     "(*batch, links, 4, 4) poses of all links, or of those chosen with poses()."},
    {"jacobian", quick<&PlanObject::jacobian>(), METH_FASTCALL | METH_KEYWORDS,
     "jacobian($self, q, link, reference, out=None, threads=1)\n--\n\n"
     "(*batch, 6, nv) Jacobian of a link; reference: 0 local, 1 world, 2 local_world_aligned."},
    {"inverse_dynamics", quick<&PlanObject::inverse_dynamics>(), METH_FASTCALL | METH_KEYWORDS,
     "inverse_dynamics($self, q, v=None, a=None, gx=0.0, gy=0.0, gz=-9.81, out=None, threads=1)\n--\n\n"
     "(*batch, nv) torques and forces."},
    {"mass_matrix", quick<&PlanObject::mass_matrix>(), METH_FASTCALL | METH_KEYWORDS,
     "mass_matrix($self, q, out=None, threads=1)\n--\n\n(*batch, nv, nv) mass matrix."},
    {"center_of_mass", quick<&PlanObject::center_of_mass>(), METH_FASTCALL | METH_KEYWORDS,
     "center_of_mass($self, q, out=None, threads=1)\n--\n\n(*batch, 3) centre of mass of the robot."},
    {"self_collision", quick<&PlanObject::self_collision>(), METH_FASTCALL | METH_KEYWORDS,
     "self_collision($self, q, chosen, threads=1)\n--\n\n"
     "(*batch,) verdicts on spheres as int8: 0 overlap, 1 free."},
    {"sine_cosine", quick<&PlanObject::sine_cosine>(), METH_FASTCALL | METH_KEYWORDS,
     "sine_cosine($self, x)\n--\n\nSines and cosines as the kernels work them out, for tests."},
};

}  // namespace

void register_kernels(nb::module_& module) {
  refusals.base = new_refusal(module, "Refusal", nullptr);
  refusals.type_error = new_refusal(module, "RefusedTypeError", PyExc_TypeError);
  refusals.value_error = new_refusal(module, "RefusedValueError", PyExc_ValueError);
  refusals.memory_error = new_refusal(module, "RefusedMemoryError", PyExc_MemoryError);
  nb::class_<SphereChoice>(module, "Spheres", "Spheres on the links of a robot, and which are checked.");
  nb::class_<Poses>(module, "Poses", "A choice of links whose poses are wanted.");
  auto plan = nb::class_<PlanObject>(module, "Plan", "A robot made ready for the batch kernels.")
      .def("__init__",
           [](PlanObject* at, nb::handle arrays, const std::string& set) {
             or_raised([&] { return new (at) PlanObject(arrays, set); });
           },
           nb::arg("arrays"), nb::arg("set") = "")
      .def_prop_ro("set", &PlanObject::set_name)
      .def_prop_ro("lanes", &PlanObject::lanes)
      .def("poses",
           [](const PlanObject& self, nb::sequence links, int rows) {
             return or_raised([&] { return self.poses(listed<std::int32_t>(links), rows); });
           },
           nb::arg("links"), nb::arg("rows") = 4, nb::keep_alive<0, 1>())
      .def("spheres",
           [](const PlanObject& self, nb::handle links, nb::handle counts, nb::handle numbers, nb::handle pairs,
              nb::handle limits, double slack) {
             return or_raised([&] {
               return self.spheres(listed<std::int32_t>(links), listed<std::int32_t>(counts), listed<double>(numbers),
                                   listed<std::int32_t>(pairs), listed<double>(limits), slack);
             });
           },
           nb::arg("links"), nb::arg("counts"), nb::arg("numbers"), nb::arg("pairs"), nb::arg("limits"),
           nb::arg("slack"), nb::keep_alive<0, 1>());
  for (PyMethodDef& method : kMethods) {
    plan.attr(method.ml_name) = nb::steal(PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(plan.ptr()), &method));
  }
  module.def("kernel_sets", [] {
    nb::list names;
    for (const Set* set : available_sets()) names.append(set->name);
    return names;
  }, "The instruction sets of the batch kernels that this machine can run, best first.");
}

}  // namespace bodyplan::kernels
