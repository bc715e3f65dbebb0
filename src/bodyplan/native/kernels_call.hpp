// Parses the arguments of one kernel call. NumPy arrays must already have the required type and layout;
// Python converts them before the call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

#include "kernels_numpy.hpp"

namespace bodyplan::kernels {

[[noreturn]] inline void refuse(const char* name, const std::string& reason) {
  throw Refused(PyExc_ValueError, std::string(name) + ": " + reason);
}

// Throws an exception with the reason why Python could not convert an argument.
[[noreturn]] inline void refuse_raised() {
  const nanobind::python_error error;
  throw Refused(PyExc_TypeError, nanobind::str(error.value()).c_str());
}

// The arguments of a call from Python: positional arguments, then keyword arguments. Missing arguments
// are null.
template <std::size_t N>
struct Given {
  PyObject* at[N] = {};

  Given(const char* const (&names)[N], PyObject* const* values, Py_ssize_t count, PyObject* keywords) {
    if (count > static_cast<Py_ssize_t>(N)) {
      throw Refused(PyExc_TypeError, "expected at most " + std::to_string(N) + " arguments, not " + std::to_string(count));
    }
    for (Py_ssize_t i = 0; i < count; ++i) at[i] = values[i];
    const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
    for (Py_ssize_t k = 0; k < named; ++k) {
      PyObject* name = PyTuple_GET_ITEM(keywords, k);
      std::size_t i = 0;
      while (i < N && PyUnicode_CompareWithASCIIString(name, names[i]) != 0) ++i;
      if (i == N) throw Refused(PyExc_TypeError, "unknown argument " + std::string(nanobind::str(nanobind::handle(name)).c_str()));
      if (at[i] != nullptr) throw Refused(PyExc_TypeError, std::string(names[i]) + " is given twice");
      at[i] = values[count + k];
    }
    if (at[0] == nullptr) throw Refused(PyExc_TypeError, std::string(names[0]) + " is missing");
  }

  std::int64_t integer(std::size_t i, std::int64_t otherwise) const {
    if (at[i] == nullptr) return otherwise;
    int beyond = 0;
    const std::int64_t value = PyLong_AsLongLongAndOverflow(at[i], &beyond);
    if (value == -1 && PyErr_Occurred()) refuse_raised();
    return beyond < 0 ? std::numeric_limits<std::int64_t>::min() : beyond > 0 ? std::numeric_limits<std::int64_t>::max() : value;
  }
  std::int64_t threads(std::size_t i) const {
    const std::int64_t count = integer(i, 1);
    if (count < 1) refuse("threads", "expected a positive integer");
    return count;
  }
  double number(std::size_t i, double otherwise) const {
    if (at[i] == nullptr) return otherwise;
    const double value = PyFloat_AsDouble(at[i]);
    if (value == -1.0 && PyErr_Occurred()) refuse_raised();
    return value;
  }
};

class Call {
 public:
  Call(PyObject* q, std::int64_t nq) : q_(array_of(q)) {
    if (q_ == nullptr) throw Refused(PyExc_TypeError, "q: expected a NumPy array of float64 or float32");
    is_double = same(q_->dtype, numpy().float64);
    if (!is_double && !same(q_->dtype, numpy().float32)) {
      throw Refused(PyExc_TypeError, "q: expected an array of float64 or float32");
    }
    if (q_->dimensions < 1 || q_->dimensions > kMostDimensions - 3 || q_->shape[q_->dimensions - 1] != nq) {
      refuse("q", "expected shape (*batch, " + std::to_string(nq) + "), not " + shape_text(q_->shape, q_->dimensions));
    }
    if ((q_->flags & (kContiguous | kAligned)) != (kContiguous | kAligned)) refuse("q", "expected a C-contiguous array");
    batch_ = q_->dimensions - 1;
    count = 1;
    for (int i = 0; i < batch_; ++i) {
      shape_[i] = q_->shape[i];
      // Only an empty array can have a shape of this size.
      if (__builtin_mul_overflow(count, std::int64_t{q_->shape[i]}, &count)) refuse("q", "it has too many rows");
    }
    item = is_double ? 8 : 4;
    dtype_ = is_double ? numpy().float64 : numpy().float32;
  }

  const void* q() const { return q_->data; }

  // Velocities or accelerations, with the same batch size and type as the configurations. Null for
  // None.
  const void* rates(const char* name, PyObject* object, std::int64_t nv) {
    if (object == nullptr || object == Py_None) return nullptr;
    const ArrayObject* array = array_of(object);
    shape_[batch_] = nv;
    if (!fits(array, batch_ + 1, kContiguous | kAligned)) refuse(name, wanted(batch_ + 1) + found(array));
    inputs_[input_count_++] = array;
    return array->data;
  }

  // The output array, which is `out` or newly allocated, as a new reference.
  PyObject* output(PyObject* out, std::initializer_list<std::int64_t> own) {
    int dimensions = batch_;
    row = 1;
    for (const std::int64_t size : own) shape_[dimensions++] = size, row *= size;
    if (out == nullptr || out == Py_None) {
      PyObject* made = fresh(shape_, dimensions, dtype_, item);
      data = reinterpret_cast<const ArrayObject*>(made)->data;
      return made;
    }
    const ArrayObject* array = array_of(out);
    if (!fits(array, dimensions, kContiguous | kAligned | kWriteable)) {
      const bool locked = array != nullptr && (array->flags & kWriteable) == 0;
      refuse("out", wanted(dimensions) + found(array) + (locked ? ", read-only" : ""));
    }
    apart(array, q_);
    for (int i = 0; i < input_count_; ++i) apart(array, inputs_[i]);
    data = array->data;
    Py_INCREF(out);
    return out;
  }

  // A new array with one byte for each configuration, as a new reference.
  PyObject* verdicts() {
    row = 1;
    PyObject* made = fresh(shape_, batch_, numpy().int8, 1);
    data = reinterpret_cast<const ArrayObject*>(made)->data;
    return made;
  }

  bool is_double;
  std::int64_t count, row;
  std::size_t item;
  char* data = nullptr;

 private:
  bool fits(const ArrayObject* array, int dimensions, int flags) const {
    return array != nullptr && same(array->dtype, dtype_) && array->dimensions == dimensions &&
           std::equal(shape_, shape_ + dimensions, array->shape) && (array->flags & flags) == flags;
  }
  std::string wanted(int dimensions) const {
    return "expected a C-contiguous array of " + std::string(is_double ? "float64" : "float32") + " with shape " +
           shape_text(shape_, dimensions);
  }
  static std::string found(const ArrayObject* array) {
    return array == nullptr ? "" : ", not " + dtype_text(array->dtype) + " with shape " + shape_text(array->shape, array->dimensions);
  }
  std::uintptr_t end(const ArrayObject* array) const {
    std::size_t size = item;
    for (int i = 0; i < array->dimensions; ++i) size *= static_cast<std::size_t>(array->shape[i]);
    return reinterpret_cast<std::uintptr_t>(array->data) + size;
  }
  void apart(const ArrayObject* out, const ArrayObject* input) const {
    const auto a = reinterpret_cast<std::uintptr_t>(out->data), b = reinterpret_cast<std::uintptr_t>(input->data);
    if (a < end(input) && b < end(out)) refuse("out", "it shares memory with an input");
  }

  const ArrayObject* q_;
  const ArrayObject* inputs_[2];
  int input_count_ = 0;
  int batch_;
  PyObject* dtype_;
  Py_ssize_t shape_[kMostDimensions];
};

}  // namespace bodyplan::kernels
