// Access to the fields of NumPy arrays, and creation of arrays, without the headers of NumPy.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace bodyplan::kernels {

// The first fields of an array object. Every extension compiled against NumPy reads them at these
// offsets, so they cannot change; `numpy` nevertheless checks the offsets.
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
constexpr int kMostDimensions = 32;

constexpr std::size_t kAlignFrom = 1 << 16;   // size [bytes] from which a new array begins at a cache line
constexpr std::size_t kStreamFrom = 4 << 20;  // size [bytes] from which bypassing the caches is faster

struct Numpy {
  PyTypeObject* array_type;
  PyObject* float64;
  PyObject* float32;
  PyObject* int32;
  PyObject* int8;
  // Functions from NumPy's table for extensions, which has fixed indices.
  PyObject* (*new_from_descr)(PyTypeObject*, PyObject* dtype, int, const Py_ssize_t*, const Py_ssize_t*, void*, int, PyObject*);
  int (*set_base)(PyObject*, PyObject*);
};

// Throws nb::import_error if NumPy's layout or functions are not as expected here.
const Numpy& numpy();

// The exception for an invalid argument; its message is a sentence.
struct Refused : std::runtime_error {
  Refused(PyObject* type, const std::string& reason) : std::runtime_error(reason), type(type) {}
  PyObject* type;
};

// The check of `array_of` for subclasses of the NumPy array; it is separate to keep the usual check short.
const ArrayObject* derived_array_of(PyObject* object);

// Returns null unless the object is an array without a mask; Python handles arrays that may be masked.
inline const ArrayObject* array_of(PyObject* object) {
  if (Py_TYPE(object) == numpy().array_type) [[likely]] return reinterpret_cast<const ArrayObject*>(object);
  return derived_array_of(object);
}

// Whether two dtypes are equal: an unpickled array may have a separate but equal dtype object.
inline bool same(PyObject* dtype, PyObject* known) {
  if (dtype == known) return true;
  const int equal = PyObject_RichCompareBool(dtype, known, Py_EQ);
  if (equal < 0) PyErr_Clear();
  return equal == 1;
}

std::string shape_text(const Py_ssize_t* shape, int dimensions);
std::string dtype_text(PyObject* dtype);

// A new array with uninitialized numbers.
PyObject* fresh(const Py_ssize_t* shape, int dimensions, PyObject* dtype, std::size_t item);

}  // namespace bodyplan::kernels
