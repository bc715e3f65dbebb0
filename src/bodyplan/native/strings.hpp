// Converts texts of a document to Python strings.
#pragma once

#include <Python.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace bodyplan {

// Converts texts to Python strings, and caches the last string for each hash: names and values repeat often,
// and a cached string has a computed Python hash.
template <std::size_t Size>
class Strings {
 public:
  Strings() = default;
  Strings(const Strings&) = delete;
  Strings& operator=(const Strings&) = delete;
  ~Strings() {
    for (Slot& slot : slots_) Py_XDECREF(slot.object);
  }

  // Returns a new reference; on failure, null with a Python error set.
  PyObject* get(std::string_view text, PyObject* known = nullptr) {
    std::uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    Slot& slot = slots_[hash % Size];
    if (slot.object != nullptr && slot.hash == hash && holds(slot.object, text)) {
      return Py_NewRef(slot.object);
    }
    const auto length = static_cast<Py_ssize_t>(text.size());
    PyObject* made = PyUnicode_DecodeUTF8(text.data(), length, "strict");
    if (made == nullptr) return nullptr;
    if (known != nullptr) {
      if (PyObject* same = PyDict_GetItemWithError(known, made)) {
        Py_INCREF(same);
        Py_SETREF(made, same);
      } else if (PyErr_Occurred()) {
        Py_DECREF(made);
        return nullptr;
      }
    }
    if (PyUnicode_IS_COMPACT_ASCII(made)) {
      Py_XSETREF(slot.object, Py_NewRef(made));
      slot.hash = hash;
    }
    return made;
  }

 private:
  struct Slot {
    PyObject* object = nullptr;
    std::uint32_t hash = 0;
  };

  static bool holds(PyObject* object, std::string_view text) {
    return static_cast<std::size_t>(PyUnicode_GET_LENGTH(object)) == text.size() &&
           std::memcmp(PyUnicode_1BYTE_DATA(object), text.data(), text.size()) == 0;
  }

  std::array<Slot, Size> slots_;
};

inline PyObject* decode(std::string_view text) {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "strict");
}

}  // namespace bodyplan
