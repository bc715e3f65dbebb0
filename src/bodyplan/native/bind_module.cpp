// Which XML element each value was read from, as `spec/bind.py` says.
#include <vector>

#include "records_module.hpp"

namespace bodyplan {
namespace {

namespace nb = nanobind;

struct Pair {
  PyObject* value;  // held by the value that contains it
  nb::object node;
};

PyObject* tag_name = nullptr;  // "tag"

class Binder {
 public:
  explicit Binder(PyObject* plans) : plans_(plans) {}

  // Null with a Python error set on failure.
  nb::object bind(PyObject* root, PyObject* node) {
    nb::object bound = nb::steal(PyDict_New());
    if (bound.ptr() == nullptr) return {};
    waiting_.push_back({root, nb::borrow(node)});
    while (!waiting_.empty()) {
      const Pair pair = std::move(waiting_.back());
      waiting_.pop_back();
      const nb::object key = nb::steal(PyLong_FromVoidPtr(pair.value));
      if (key.ptr() == nullptr || PyDict_SetItem(bound.ptr(), key.ptr(), pair.node.ptr()) < 0) return {};
      if (!children(pair)) return {};
    }
    return bound;
  }

 private:
  bool children(const Pair& pair) {
    auto* type = reinterpret_cast<PyObject*>(Py_TYPE(pair.value));
    nb::object fields = nb::borrow(PyDict_GetItemWithError(plans_, type));
    if (fields.ptr() == nullptr) {
      if (PyErr_Occurred()) return false;
      fields = nb::steal(PyObject_GetItem(plans_, type));
      if (fields.ptr() == nullptr) return false;
    }
    const Py_ssize_t count = PySequence_Size(pair.node.ptr());
    if (count < 0) return false;
    if (count == 0) return true;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(fields.ptr()); ++at) {  // name, whether many, tags
      PyObject* field = PyTuple_GET_ITEM(fields.ptr(), at);
      const nb::object content = nb::steal(PyObject_GenericGetAttr(pair.value, PyTuple_GET_ITEM(field, 0)));
      if (content.ptr() == nullptr) return false;
      const bool is_many = PyTuple_GET_ITEM(field, 1) == Py_True;
      if (content.is_none()) continue;
      const nb::object several = is_many ? nb::steal(PySequence_Fast(content.ptr(), "several values")) : nb::object();
      if (is_many && several.ptr() == nullptr) return false;
      const Py_ssize_t members = is_many ? PySequence_Fast_GET_SIZE(several.ptr()) : 1;
      Py_ssize_t member = 0;
      for (Py_ssize_t number = 0; number < count && member < members; ++number) {
        nb::object child = nb::steal(PySequence_GetItem(pair.node.ptr(), number));
        const nb::object tag = child.ptr() == nullptr ? nb::object() : nb::steal(PyObject_GetAttr(child.ptr(), tag_name));
        const int fits = tag.ptr() == nullptr ? -1 : PySequence_Contains(PyTuple_GET_ITEM(field, 2), tag.ptr());
        if (fits < 0) return false;
        if (fits == 0) continue;
        PyObject* value = is_many ? PySequence_Fast_GET_ITEM(several.ptr(), member) : content.ptr();
        ++member;
        waiting_.push_back({value, std::move(child)});
      }
    }
    return true;
  }

  PyObject* plans_;
  std::vector<Pair> waiting_;
};

nb::object bind_values(nb::handle root, nb::handle node, nb::dict plans) {
  nb::object bound = Binder(plans.ptr()).bind(root.ptr(), node.ptr());
  if (bound.ptr() == nullptr) throw nb::python_error();
  return bound;
}

}  // namespace

void register_bind(nb::module_& module) {
  tag_name = PyUnicode_InternFromString("tag");
  module.def("bind_values", &bind_values, nb::arg("root"), nb::arg("node"), nb::arg("plans"),
             "The element for the id of each value that was read from it.");
}

}  // namespace bodyplan
