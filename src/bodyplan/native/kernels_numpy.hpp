// NumPy's arrays without its headers: what they are made of, and new ones.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace bodyplan::kernels {

// The first fields of an array object. Every extension compiled against NumPy reads them in place, so
// they cannot move; `numpy` still makes sure that they are where we look.
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

constexpr std::size_t kAlignFrom = 1 << 16;   // bytes from which a new array begins at a cache line
constexpr std::size_t kStreamFrom = 4 << 20;  // bytes from which writing around the caches pays

struct Numpy {
  PyTypeObject* array_type;
  PyObject* float64;
  PyObject* float32;
  PyObject* int32;
  PyObject* int8;
  // Of NumPy's table of functions for extensions, whose places are fixed.
  PyObject* (*new_from_descr)(PyTypeObject*, PyObject* dtype, int, const Py_ssize_t*, const Py_ssize_t*, void*, int, PyObject*);
  int (*set_base)(PyObject*, PyObject*);
};

// Throws nb::import_error where NumPy is not what is expected here.
const Numpy& numpy();

// What is wrong with an argument, in a sentence.
struct Refused : std::runtime_error {
  Refused(PyObject* type, const std::string& reason) : std::runtime_error(reason), type(type) {}
  PyObject* type;
};

// The same of a class derived from NumPy's; kept apart, so that what every call asks stays short.
const ArrayObject* derived_array_of(PyObject* object);

// Null unless it is an array whose numbers all count: one that may have masked ones is for Python.
inline const ArrayObject* array_of(PyObject* object) {
  if (Py_TYPE(object) == numpy().array_type) [[likely]] return reinterpret_cast<const ArrayObject*>(object);
  return derived_array_of(object);
}

// An array of a process that sent it has a dtype of its own, equal to ours.
inline bool same(PyObject* dtype, PyObject* known) {
  if (dtype == known) return true;
  const int equal = PyObject_RichCompareBool(dtype, known, Py_EQ);
  if (equal < 0) PyErr_Clear();
  return equal == 1;
}

std::string shape_text(const Py_ssize_t* shape, int dimensions);
std::string dtype_text(PyObject* dtype);

// A new array whose numbers may be anything.
PyObject* fresh(const Py_ssize_t* shape, int dimensions, PyObject* dtype, std::size_t item);

}  // namespace bodyplan::kernels
