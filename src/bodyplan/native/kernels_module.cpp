// The batch kernels as Python sees them: the class Plan. It takes NumPy arrays exactly as they must be
// and says what is wrong with any other; making them so is the caller's business.
#include "kernels_module.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <system_error>
#include <thread>

#include "kernels_plan.hpp"

namespace nb = nanobind;

namespace bodyplan::kernels {
namespace {

// --- NumPy without its headers ---

// The first fields of an array object. Every extension compiled against NumPy reads them in place, so
// they cannot move; `Numpy` still makes sure that they are where we look.
struct ArrayObject {
  PyObject_HEAD
  char* data;
  int dimensions;
  Py_ssize_t* shape;
  Py_ssize_t* strides;
  PyObject* base;
  PyObject* dtype;
  int flags;
};
constexpr int kContiguous = 0x1, kAligned = 0x100, kWriteable = 0x400;

struct Numpy {
  PyObject* array_type;
  PyObject* empty;
  PyObject* float64;
  PyObject* float32;
  PyObject* int32;
  PyObject* int8;
  PyObject* uint8;
};

PyObject* kept(nb::object object) { return object.release().ptr(); }

const Numpy& numpy() {
  static const Numpy* made = nullptr;  // held by the interpreter's lock; made again is made the same
  if (made != nullptr) return *made;
  const nb::module_ module = nb::module_::import_("numpy");
  const nb::object dtype = module.attr("dtype");
  const auto type = [&](const char* name) { return kept(dtype(name)); };
  auto* numpy = new Numpy{kept(module.attr("ndarray")), kept(module.attr("empty")), type("float64"), type("float32"),
                          type("int32"), type("int8"), type("uint8")};
  const nb::object probe = module.attr("zeros")(nb::make_tuple(2, 3), nb::handle(numpy->float32));
  const auto* seen = reinterpret_cast<const ArrayObject*>(probe.ptr());
  const auto address = nb::cast<std::uintptr_t>(probe.attr("ctypes").attr("data"));
  if (reinterpret_cast<std::uintptr_t>(seen->data) != address || seen->dimensions != 2 || seen->shape[0] != 2 ||
      seen->shape[1] != 3 || seen->strides[0] != 12 || seen->dtype != numpy->float32 ||
      (seen->flags & (kContiguous | kAligned | kWriteable)) != (kContiguous | kAligned | kWriteable)) {
    throw nb::import_error("this NumPy lays out its arrays in a way that the native kernels do not know");
  }
  made = numpy;
  return *made;
}

const ArrayObject* array_of(nb::handle object) {
  const bool is = PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(numpy().array_type));
  return is ? reinterpret_cast<const ArrayObject*>(object.ptr()) : nullptr;
}

std::string shape_text(const Py_ssize_t* shape, int dimensions) {
  std::string text = "(";
  for (int i = 0; i < dimensions; ++i) text += std::to_string(shape[i]) + (i + 1 < dimensions ? ", " : dimensions == 1 ? "," : "");
  return text + ")";
}

[[noreturn]] void refuse(const char* name, const std::string& reason) {
  throw nb::value_error((std::string(name) + ": " + reason).c_str());
}

std::size_t overlap_end(const ArrayObject* array, std::size_t item) {
  std::size_t count = item;
  for (int i = 0; i < array->dimensions; ++i) count *= static_cast<std::size_t>(array->shape[i]);
  return reinterpret_cast<std::uintptr_t>(array->data) + count;
}

// --- a robot's arrays ---

const void* field(nb::handle arrays, const char* name, PyObject* dtype, std::initializer_list<Py_ssize_t> shape) {
  const nb::object object = arrays.attr(name);
  const ArrayObject* array = array_of(object);
  const std::string wanted = "expected a contiguous array of " + nb::cast<std::string>(nb::str(nb::handle(dtype))) +
                             " with shape " + shape_text(shape.begin(), static_cast<int>(shape.size()));
  if (array == nullptr) refuse(name, wanted);
  if (array->dtype != dtype || (array->flags & (kContiguous | kAligned)) != (kContiguous | kAligned) ||
      array->dimensions != static_cast<int>(shape.size()) || !std::equal(shape.begin(), shape.end(), array->shape)) {
    refuse(name, wanted + ", not " + nb::cast<std::string>(nb::str(nb::handle(array->dtype))) + " with shape " +
                     shape_text(array->shape, array->dimensions));
  }
  return array->data;
}

Py_ssize_t length(nb::handle arrays, const char* name) {
  const nb::object object = arrays.attr(name);
  const ArrayObject* array = array_of(object);
  if (array == nullptr || array->dimensions != 1) refuse(name, "expected an array of one dimension");
  return array->shape[0];
}

Arrays read_arrays(nb::handle from) {
  const Numpy& np = numpy();
  Arrays made = {};
  const Py_ssize_t links = length(from, "parent"), joints = length(from, "kind");
  made.link_count = links, made.joint_count = joints;
  made.nq = nb::cast<std::int64_t>(from.attr("nq")), made.nv = nb::cast<std::int64_t>(from.attr("nv"));
  if (made.nq < 0 || made.nv < 0) throw nb::value_error("nq and nv must not be negative");
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

constexpr std::size_t kAlignFrom = 1 << 14;      // bytes from which a fresh output begins at a cache line
constexpr std::int64_t kStreamFrom = 4 << 20;    // bytes from which writing around the caches pays
constexpr std::int64_t kReleaseFrom = 16;        // configurations from which the lock is released

nb::object fresh(const Py_ssize_t* shape, int dimensions, PyObject* dtype, std::size_t item) {
  const Numpy& np = numpy();
  std::size_t bytes = item;
  const nb::object wanted = nb::steal(PyTuple_New(dimensions));
  if (!wanted.ptr()) throw nb::python_error();
  for (int i = 0; i < dimensions; ++i) {
    PyTuple_SET_ITEM(wanted.ptr(), i, PyLong_FromSsize_t(shape[i]));
    bytes *= static_cast<std::size_t>(shape[i]);
  }
  if (bytes < kAlignFrom) {
    PyObject* arguments[] = {wanted.ptr(), dtype};
    nb::object made = nb::steal(PyObject_Vectorcall(np.empty, arguments, 2, nullptr));
    if (!made.ptr()) throw nb::python_error();
    return made;
  }
  const nb::object room = nb::handle(np.empty)(bytes + 64, nb::handle(np.uint8));
  const auto address = reinterpret_cast<std::uintptr_t>(array_of(room)->data);
  const std::size_t skip = (64 - address % 64) % 64;
  return room[nb::slice(nb::int_(skip), nb::int_(skip + bytes), nb::none())].attr("view")(nb::handle(dtype)).attr("reshape")(wanted);
}

// The arguments of one call, looked through.
class Call {
 public:
  static constexpr int kMostDimensions = 32;

  Call(nb::handle q, std::int64_t nq) : q_(array_of(q)) {
    if (q_ == nullptr) throw nb::type_error("q: expected a NumPy array of float64 or float32");
    is_double = q_->dtype == numpy().float64;
    if (!is_double && q_->dtype != numpy().float32) throw nb::type_error("q: expected an array of float64 or float32");
    if (q_->dimensions < 1 || q_->dimensions > kMostDimensions - 3 || q_->shape[q_->dimensions - 1] != nq) {
      refuse("q", "expected shape (*batch, " + std::to_string(nq) + "), not " + shape_text(q_->shape, q_->dimensions));
    }
    if ((q_->flags & (kContiguous | kAligned)) != (kContiguous | kAligned)) refuse("q", "expected a C-contiguous array");
    batch_ = q_->dimensions - 1;
    count = 1;
    for (int i = 0; i < batch_; ++i) shape_[i] = q_->shape[i], count *= q_->shape[i];
    item = is_double ? 8 : 4;
    dtype_ = q_->dtype;
  }

  const void* q() const { return q_->data; }

  // Velocities or accelerations: the same batch, the same type. Null for None.
  const void* rates(const char* name, nb::handle object, std::int64_t nv) {
    if (object.is_none()) return nullptr;
    const ArrayObject* array = array_of(object);
    shape_[batch_] = nv;
    if (array == nullptr || array->dtype != dtype_ || array->dimensions != batch_ + 1 ||
        !std::equal(shape_, shape_ + batch_ + 1, array->shape) ||
        (array->flags & (kContiguous | kAligned)) != (kContiguous | kAligned)) {
      refuse(name, wanted(batch_ + 1) + found(array));
    }
    inputs_[input_count_++] = array;
    return array->data;
  }

  // The output, given or fresh.
  nb::object output(nb::handle out, std::initializer_list<std::int64_t> own) {
    int dimensions = batch_;
    row = 1;
    for (const std::int64_t size : own) shape_[dimensions++] = size, row *= size;
    if (out.is_none()) {
      nb::object made = fresh(shape_, dimensions, dtype_, item);
      data = array_of(made)->data;
      return made;
    }
    const ArrayObject* array = array_of(out);
    constexpr int flags = kContiguous | kAligned | kWriteable;
    if (array == nullptr || array->dtype != dtype_ || array->dimensions != dimensions ||
        !std::equal(shape_, shape_ + dimensions, array->shape) || (array->flags & flags) != flags) {
      const bool locked = array != nullptr && (array->flags & kWriteable) == 0;
      refuse("out", wanted(dimensions) + found(array) + (locked ? ", read-only" : ""));
    }
    apart(array, q_);
    for (int i = 0; i < input_count_; ++i) apart(array, inputs_[i]);
    data = array->data;
    return nb::borrow(out);
  }

  bool is_double;
  std::int64_t count, row;
  std::size_t item;
  char* data = nullptr;

 private:
  std::string wanted(int dimensions) const {
    return "expected a C-contiguous array of " + std::string(is_double ? "float64" : "float32") + " with shape " +
           shape_text(shape_, dimensions);
  }
  static std::string found(const ArrayObject* array) {
    if (array == nullptr) return "";
    return ", not " + nb::cast<std::string>(nb::str(nb::handle(array->dtype))) + " with shape " +
           shape_text(array->shape, array->dimensions);
  }
  void apart(const ArrayObject* out, const ArrayObject* input) const {
    const auto a = reinterpret_cast<std::uintptr_t>(out->data), b = reinterpret_cast<std::uintptr_t>(input->data);
    if (a < overlap_end(input, item) && b < overlap_end(out, item) && a != overlap_end(out, item) &&
        b != overlap_end(input, item)) {
      refuse("out", "it shares memory with an input");
    }
  }

  const ArrayObject* q_;
  const ArrayObject* inputs_[2];
  int input_count_ = 0;
  int batch_;
  PyObject* dtype_;
  Py_ssize_t shape_[kMostDimensions];
};

// A choice of links whose poses are wanted, ready for both types.
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
    all_.f64 = plan_.poses<double>(links, 16);
    all_.f32 = plan_.poses<float>(links, 16);
    all_.count = plan_.link_count;
    all_.rows = 4;
    all_.plan = &plan_;
  }

  const char* set_name() const { return set_->name; }
  std::int64_t lanes() const { return set_->f64.lanes; }

  std::unique_ptr<Poses> poses(const std::vector<std::int32_t>& links, int rows) const {
    if (rows != 3 && rows != 4) refuse("rows", "expected 3 or 4");
    for (const std::int32_t link : links) {
      if (link < 0 || link >= plan_.link_count) {
        refuse("links", "expected indices from 0 to " + std::to_string(plan_.link_count - 1) + ", not " + std::to_string(link));
      }
    }
    auto made = std::make_unique<Poses>();
    made->f64 = plan_.poses<double>(links, rows * 4);
    made->f32 = plan_.poses<float>(links, rows * 4);
    made->count = static_cast<std::int64_t>(links.size());
    made->rows = rows;
    made->plan = &plan_;
    return made;
  }

  nb::object forward_kinematics(nb::handle q, nb::handle out, const Poses* chosen, std::int64_t threads) {
    Call call(q, plan_.nq);
    const Poses& poses = chosen != nullptr ? *chosen : all_;
    if (poses.plan != &plan_) refuse("chosen", "these poses were chosen from another plan");
    nb::object made = call.output(out, {poses.count, poses.rows, 4});
    run(call, threads, [&]<class T>(const Table<T>& table, const Job<T>& job) {
      const Robot<T>& robot = plan_.of<T>().view;
      (call.count == 1 ? table.one_pose : table.poses)(robot, poses.of<T>(), job);
    });
    return made;
  }

  nb::object jacobian(nb::handle q, std::int64_t link, int reference, nb::handle out, std::int64_t threads) {
    Call call(q, plan_.nq);
    if (link < 0 || link >= plan_.link_count) {
      refuse("link", "expected an index from 0 to " + std::to_string(plan_.link_count - 1) + ", not " + std::to_string(link));
    }
    if (reference < 0 || reference > 2) refuse("reference", "expected 0 (local), 1 (world) or 2 (local_world_aligned)");
    nb::object made = call.output(out, {6, plan_.nv});
    run(call, threads, [&]<class T>(const Table<T>& table, const Job<T>& job) {
      table.jacobian(plan_.of<T>().view, plan_.jacobian<T>(link).view, static_cast<Reference>(reference), job);
    });
    return made;
  }

  nb::object inverse_dynamics(nb::handle q, nb::handle v, nb::handle a, double gx, double gy, double gz,
                              nb::handle out, std::int64_t threads) {
    Call call(q, plan_.nq);
    const void* velocities = call.rates("v", v, plan_.nv);
    const void* accelerations = call.rates("a", a, plan_.nv);
    nb::object made = call.output(out, {plan_.nv});
    run(call, threads, [&]<class T>(const Table<T>& table, Job<T> job) {
      const T gravity[3] = {static_cast<T>(gx), static_cast<T>(gy), static_cast<T>(gz)};
      job.v = static_cast<const T*>(velocities);
      job.a = static_cast<const T*>(accelerations);
      table.inverse_dynamics(plan_.of<T>().view, gravity, plan_.torques(), job);
    });
    return made;
  }

  nb::object mass_matrix(nb::handle q, nb::handle out, std::int64_t threads) {
    Call call(q, plan_.nq);
    const MassChoice& choice = plan_.mass();
    nb::object made = call.output(out, {plan_.nv, plan_.nv});
    run(
        call, threads,
        [&]<class T>(const Table<T>& table, const Job<T>& job) {
          table.mass_matrix(plan_.of<T>().view, choice.view, job);
        },
        choice.view.vector_count);
    return made;
  }

  nb::object center_of_mass(nb::handle q, nb::handle out, std::int64_t threads) {
    Call call(q, plan_.nq);
    nb::object made = call.output(out, {3});
    run(call, threads, [&]<class T>(const Table<T>& table, const Job<T>& job) {
      table.center_of_mass(plan_.of<T>().view, job);
    });
    return made;
  }

  nb::tuple sine_cosine(nb::handle x) {
    Call call(x, length_of(x));
    nb::object sines = call.output(nb::none(), {length_of(x)});
    char* at = call.data;
    nb::object cosines = call.output(nb::none(), {length_of(x)});
    const std::int64_t count = call.count * length_of(x);
    if (call.is_double) {
      set_->f64.sine_cosine(static_cast<const double*>(call.q()), reinterpret_cast<double*>(at),
                            reinterpret_cast<double*>(call.data), count);
    } else {
      set_->f32.sine_cosine(static_cast<const float*>(call.q()), reinterpret_cast<float*>(at),
                            reinterpret_cast<float*>(call.data), count);
    }
    return nb::make_tuple(sines, cosines);
  }

 private:
  static const Set* find(const std::string& name) {
    for (const Set* set : available_sets()) {
      if (name.empty() || name == set->name) return set;
    }
    throw nb::value_error("set: this machine does not have it");
  }

  static std::int64_t length_of(nb::handle x) {
    const ArrayObject* array = array_of(x);
    return array != nullptr && array->dimensions > 0 ? array->shape[array->dimensions - 1] : 0;
  }

  template <class F>
  void run(const Call& call, std::int64_t threads, const F& work, std::int64_t more_vectors = 0) {
    if (call.count == 0 || call.row == 0) return;
    if (call.is_double) {
      run_as<double>(set_->f64, call, threads, work, more_vectors);
    } else {
      run_as<float>(set_->f32, call, threads, work, more_vectors);
    }
  }

  template <class T, class F>
  void run_as(const Table<T>& table, const Call& call, std::int64_t threads, const F& work, std::int64_t more_vectors) {
    const std::int64_t width = table.lanes * static_cast<std::int64_t>(sizeof(T));
    const std::int64_t size = table.scratch_size(plan_.of<T>().view) + more_vectors * width;
    const std::int64_t row = call.row * static_cast<std::int64_t>(sizeof(T));
    Job<T> job = {};
    job.q = static_cast<const T*>(call.q());
    job.out = reinterpret_cast<T*>(call.data);
    job.last = call.count;
    const bool large = call.count * row >= kStreamFrom;
    job.stream = large && row % width == 0 && reinterpret_cast<std::uintptr_t>(call.data) % 64 == 0;
    const bool staged = large && !job.stream;
    const std::int64_t room = staged ? table.lanes * row + 128 : 0;
    if (call.count < kReleaseFrom && !staged) {
      const Scratch scratch(size);
      job.scratch = scratch.at;
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
    } catch (const std::system_error&) {  // no more threads to be had: this one does the rest
    }
    part(0);
    for (std::size_t i = begun; i < ranges.size(); ++i) part(i);
    for (std::thread& thread : others) thread.join();
  }

  Plan plan_;
  const Set* set_;
  Poses all_;
};

}  // namespace

void register_kernels(nb::module_& module) {
  nb::class_<Poses>(module, "Poses", "A choice of links whose poses are wanted.");
  nb::class_<PlanObject>(module, "Plan", "A robot made ready for the batch kernels.")
      .def("__init__",
           [](PlanObject* at, nb::handle arrays, const std::string& set) {
             try {
               new (at) PlanObject(arrays, set);
             } catch (const ArraysFault& fault) {
               throw nb::value_error(fault.what());
             }
           },
           nb::arg("arrays"), nb::arg("set") = "")
      .def_prop_ro("set", &PlanObject::set_name)
      .def_prop_ro("lanes", &PlanObject::lanes)
      .def("poses",
           [](const PlanObject& plan, nb::sequence links, int rows) {
             std::vector<std::int32_t> made;
             for (const nb::handle link : links) made.push_back(nb::cast<std::int32_t>(link));
             return plan.poses(made, rows);
           },
           nb::arg("links"), nb::arg("rows") = 4, nb::keep_alive<0, 1>())
      .def("forward_kinematics", &PlanObject::forward_kinematics, nb::arg("q"), nb::arg("out") = nb::none(),
           nb::arg("chosen") = nb::none(), nb::arg("threads") = 1)
      .def("jacobian", &PlanObject::jacobian, nb::arg("q"), nb::arg("link"), nb::arg("reference"),
           nb::arg("out") = nb::none(), nb::arg("threads") = 1)
      .def("inverse_dynamics", &PlanObject::inverse_dynamics, nb::arg("q"), nb::arg("v") = nb::none(),
           nb::arg("a") = nb::none(), nb::arg("gx") = 0.0, nb::arg("gy") = 0.0, nb::arg("gz") = -9.81,
           nb::arg("out") = nb::none(), nb::arg("threads") = 1)
      .def("mass_matrix", &PlanObject::mass_matrix, nb::arg("q"), nb::arg("out") = nb::none(), nb::arg("threads") = 1)
      .def("center_of_mass", &PlanObject::center_of_mass, nb::arg("q"), nb::arg("out") = nb::none(),
           nb::arg("threads") = 1)
      .def("sine_cosine", &PlanObject::sine_cosine, nb::arg("x"));
  module.def("kernel_sets", [] {
    nb::list names;
    for (const Set* set : available_sets()) names.append(set->name);
    return names;
  }, "The instruction sets of the batch kernels that this machine can run, best first.");
}

}  // namespace bodyplan::kernels
