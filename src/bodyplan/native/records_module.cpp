// Methods of records for the usual arguments; `core/record.py` handles all other arguments.
#include "records_module.hpp"

#include <structmember.h>

namespace bodyplan {
namespace {

namespace nb = nanobind;

PyObject* defaults_name = nullptr;  // "_defaults"
PyObject* required = nullptr;       // marks a field without a default

// A native method that replaces a Python method, and calls the Python method for unsupported arguments.
struct Method {
  PyObject_HEAD
  vectorcallfunc call;
  PyObject* twin;
};

// Returns a borrowed reference to the fields of a record class with their defaults, in order; null if the class
// has no fields.
PyObject* defaults_of(PyTypeObject* type) {
  PyObject* found = type->tp_dict == nullptr ? nullptr : PyDict_GetItemWithError(type->tp_dict, defaults_name);
  return found != nullptr && PyDict_Check(found) ? found : nullptr;
}

PyObject* ask_twin(PyObject* method, PyObject* const* arguments, std::size_t count, PyObject* names) {
  if (PyErr_Occurred()) return nullptr;
  PyObject* twin = reinterpret_cast<Method*>(method)->twin;
  return PyObject_Vectorcall(twin, arguments, PyVectorcall_NARGS(count), names);
}

// Sets every field to its argument or default.
PyObject* fill(PyObject* method, PyObject* const* arguments, std::size_t packed, PyObject* names,
               bool takes_positions) {
  const Py_ssize_t count = PyVectorcall_NARGS(packed) - 1;
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  if (count < 0 || (count > 0 && !takes_positions)) {
    return ask_twin(method, arguments, packed, names);
  }
  PyObject* self = arguments[0];
  PyObject* defaults = defaults_of(Py_TYPE(self));
  if (defaults == nullptr || count > PyDict_GET_SIZE(defaults)) return ask_twin(method, arguments, packed, names);
  PyObject* const* values = arguments + 1;
  PyObject *field, *value;
  Py_ssize_t position = 0, number = 0, matched = 0, next = 0;
  while (PyDict_Next(defaults, &position, &field, &value)) {
    if (number++ < count) {
      value = values[number - 1];
    } else if (matched < named) {
      for (Py_ssize_t step = 0; step < named; ++step) {  // usually, the next name matches
        const Py_ssize_t at = next + step < named ? next + step : next + step - named;
        if (PyTuple_GET_ITEM(names, at) == field) {
          value = values[count + at];
          next = at + 1 < named ? at + 1 : 0;
          ++matched;
          break;
        }
      }
    }
    if (value == required) return ask_twin(method, arguments, packed, names);
    if (PyObject_GenericSetAttr(self, field, value) < 0) return nullptr;
  }
  if (matched != named) return ask_twin(method, arguments, packed, names);
  Py_RETURN_NONE;
}

PyObject* fill_record(PyObject* method, PyObject* const* arguments, std::size_t count, PyObject* names) {
  return fill(method, arguments, count, names, true);
}

PyObject* fill_element(PyObject* method, PyObject* const* arguments, std::size_t count, PyObject* names) {
  return fill(method, arguments, count, names, false);
}

// Whether every field has an equal value.
PyObject* equal(PyObject* method, PyObject* const* arguments, std::size_t count, PyObject* names) {
  if (PyVectorcall_NARGS(count) != 2 || names != nullptr) return ask_twin(method, arguments, count, names);
  PyObject *self = arguments[0], *other = arguments[1];
  if (Py_TYPE(self) != Py_TYPE(other)) Py_RETURN_NOTIMPLEMENTED;
  PyObject* defaults = defaults_of(Py_TYPE(self));
  if (defaults == nullptr) return ask_twin(method, arguments, count, names);
  PyObject *field, *value;
  Py_ssize_t position = 0;
  while (PyDict_Next(defaults, &position, &field, &value)) {
    const nb::object mine = nb::steal(PyObject_GenericGetAttr(self, field));
    const nb::object theirs = mine.ptr() == nullptr ? nb::object() : nb::steal(PyObject_GenericGetAttr(other, field));
    if (theirs.ptr() == nullptr) return nullptr;
    int is_equal;
    if (PyFloat_CheckExact(mine.ptr()) && PyFloat_CheckExact(theirs.ptr())) {
      is_equal = PyFloat_AS_DOUBLE(mine.ptr()) == PyFloat_AS_DOUBLE(theirs.ptr());
    } else {
      const nb::object same = nb::steal(PyObject_RichCompare(mine.ptr(), theirs.ptr(), Py_EQ));
      is_equal = same.ptr() == nullptr ? -1 : PyObject_IsTrue(same.ptr());
    }
    if (is_equal < 0) return nullptr;
    if (is_equal == 0) Py_RETURN_FALSE;
  }
  Py_RETURN_TRUE;
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(reinterpret_cast<Method*>(self)->twin);
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(reinterpret_cast<Method*>(self)->twin);
  return 0;
}

void destroy(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
  return instance == nullptr || instance == Py_None ? Py_NewRef(self) : PyMethod_New(self, instance);
}

PyObject* attribute(PyObject* self, PyObject* name) {  // from the Python method: name, documentation, signature
  PyObject* found = PyObject_GenericGetAttr(self, name);
  if (found != nullptr || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyErr_Clear();
  return PyObject_GetAttr(reinterpret_cast<Method*>(self)->twin, name);
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Method, call), READONLY, nullptr},
    {"__wrapped__", T_OBJECT, offsetof(Method, twin), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(clear)},
    {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
    {Py_tp_descr_get, reinterpret_cast<void*>(bind)},
    {Py_tp_getattro, reinterpret_cast<void*>(attribute)},
    {Py_tp_members, members},
    {0, nullptr},
};

PyType_Spec spec = {
    "bodyplan.native._native.Method",
    sizeof(Method),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR |
        Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};

PyTypeObject* method_type = nullptr;

nb::object method(vectorcallfunc call, nb::handle twin) {
  auto* made = PyObject_GC_New(Method, method_type);
  if (made == nullptr) throw nb::python_error();
  made->call = call;
  made->twin = Py_NewRef(twin.ptr());
  PyObject_GC_Track(reinterpret_cast<PyObject*>(made));
  return nb::steal(reinterpret_cast<PyObject*>(made));
}

}  // namespace

void register_records(nb::module_& module) {
  defaults_name = PyUnicode_InternFromString("_defaults");
  method_type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (defaults_name == nullptr || method_type == nullptr) throw nb::python_error();
  module.def(
      "record_methods",
      [](nb::handle sentinel, nb::handle fill_twin, nb::handle equal_twin) {
        Py_XSETREF(required, Py_NewRef(sentinel.ptr()));
        return nb::make_tuple(method(fill_record, fill_twin), method(equal, equal_twin));
      },
      nb::arg("required"), nb::arg("init"), nb::arg("eq"),
      "The methods __init__ and __eq__ of records, in place of those of Python.");
  module.def(
      "element_init", [](nb::handle twin) { return method(fill_element, twin); }, nb::arg("init"),
      "The method __init__ of declared elements, whose fields have names only.");
}

}  // namespace bodyplan
