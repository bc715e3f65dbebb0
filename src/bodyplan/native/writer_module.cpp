// Converts values to elements and elements to text, with the same results as `spec/writer.py`.
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "records_module.hpp"

namespace bodyplan {
namespace {

namespace nb = nanobind;

struct Names {
  PyObject *tag, *text, *tail, *items, *set, *append, *extra;
  PyObject* node;  // the class of elements
};
Names names{};

// Imports the class of elements when the first element is written, because not every command uses XML.
bool find_class() {
  if (names.node != nullptr) return true;
  const nb::object module = nb::steal(PyImport_ImportModule("xml.etree.ElementTree"));
  if (module.ptr() != nullptr) names.node = PyObject_GetAttrString(module.ptr(), "Element");
  return names.node != nullptr;
}

// Elements to text

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// Appends a text with escaped characters; returns false if the Python function must be used.
bool escape(std::string& out, PyObject* text, bool in_attribute) {
  Py_ssize_t length;
  const char* bytes = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : nullptr;
  if (bytes == nullptr) {
    PyErr_Clear();  // half of a surrogate pair
    return false;
  }
  const std::string_view view(bytes, static_cast<std::size_t>(length));
  if (!in_attribute && is_blank(view)) return true;
  for (std::size_t at = 0; at < view.size(); ++at) {
    const auto c = static_cast<unsigned char>(view[at]);
    switch (c) {
      case '&': out += "&amp;"; continue;
      case '<': out += "&lt;"; continue;
      case '\r': out += "&#13;"; continue;
      case '>': out += in_attribute ? ">" : "&gt;"; continue;
      case '"': out += in_attribute ? "&quot;" : "\""; continue;
      case '\t': out += in_attribute ? "&#9;" : "\t"; continue;
      case '\n': out += in_attribute ? "&#10;" : "\n"; continue;
      case 0xEF:  // U+FFFE and U+FFFF are not allowed
        if (view.substr(at, 2) == "\xEF\xBF" && static_cast<unsigned char>(view[at + 2]) >= 0xBE) return false;
        break;
      default:
        if (c < 0x20) return false;
    }
    out += static_cast<char>(c);
  }
  return true;
}

// Writes the text of an element; functions return false if the Python function must be used.
class Writer {
 public:
  Writer(std::string_view step) : step_(step) {}

  bool write(PyObject* root, std::string_view before) {
    std::string newline(before);
    if (!begin(root, &newline)) return false;
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.next == top.count) {
        out += top.end;
        open_.pop_back();
        continue;
      }
      const nb::object child = nb::steal(PySequence_GetItem(top.node.ptr(), top.next++));
      if (child.ptr() == nullptr) return false;
      if (!top.is_mixed) out += top.before;
      std::string own = top.before;
      if (!begin(child.ptr(), top.is_mixed ? nullptr : &own)) return false;
    }
    return true;
  }

  std::string out;

 private:
  struct Open {
    nb::object node;
    Py_ssize_t next, count;
    bool is_mixed;
    std::string before, end;
  };

  // `before` is the line break and indentation before an element on its own line.
  bool begin(PyObject* node, const std::string* before) {
    if (Py_TYPE(node) != reinterpret_cast<PyTypeObject*>(names.node)) return false;
    const nb::object tag = nb::steal(PyObject_GetAttr(node, names.tag));
    Py_ssize_t length;
    const char* bytes = tag.ptr() != nullptr && PyUnicode_Check(tag.ptr()) ? PyUnicode_AsUTF8AndSize(tag.ptr(), &length) : nullptr;
    if (bytes == nullptr) return false;
    const std::string_view called(bytes, static_cast<std::size_t>(length));
    out += '<';
    out += called;
    if (!attributes(node)) return false;
    std::string text, tail;
    if (!content(node, names.text, text) || (before == nullptr && !content(node, names.tail, tail))) return false;
    const Py_ssize_t count = PySequence_Size(node);
    if (count < 0) return false;
    if (count == 0) {
      if (text.empty()) {
        out += "/>";
      } else {
        ((out += '>') += text) += "</";
        (out += called) += '>';
      }
      out += tail;
      return true;
    }
    (out += '>') += text;
    bool is_mixed = before == nullptr || !text.empty();
    for (Py_ssize_t at = 0; !is_mixed && at < count; ++at) {
      const nb::object child = nb::steal(PySequence_GetItem(node, at));
      std::string behind;
      if (child.ptr() == nullptr || !content(child.ptr(), names.tail, behind)) return false;
      is_mixed = !behind.empty();
    }
    Open open{nb::borrow(node), 0, count, is_mixed, {}, is_mixed ? std::string() : *before};
    if (!is_mixed) open.before = *before + step_;
    ((open.end += "</") += called) += '>';
    open.end += tail;
    open_.push_back(std::move(open));
    return true;
  }

  bool attributes(PyObject* node) {
    const nb::object items = nb::steal(PyObject_CallMethodNoArgs(node, names.items));
    if (items.ptr() == nullptr || !PyList_Check(items.ptr())) return false;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(items.ptr()); ++at) {
      PyObject* pair = PyList_GET_ITEM(items.ptr(), at);
      PyObject* key = PyTuple_GET_ITEM(pair, 0);
      Py_ssize_t length;
      const char* bytes = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, &length) : nullptr;
      if (bytes == nullptr) return false;
      (out += ' ').append(bytes, static_cast<std::size_t>(length));
      out += "=\"";
      if (!escape(out, PyTuple_GET_ITEM(pair, 1), true)) return false;
      out += '"';
    }
    return true;
  }

  static bool content(PyObject* node, PyObject* name, std::string& made) {
    const nb::object text = nb::steal(PyObject_GetAttr(node, name));
    return text.ptr() != nullptr && (text.ptr() == Py_None || escape(made, text.ptr(), false));
  }

  std::string step_;
  std::vector<Open> open_;
};

nb::object write_tree(nb::handle root, nb::str before, nb::str step) {
  Writer writer(step.c_str());
  const bool done = find_class() && writer.write(root.ptr(), before.c_str());
  if (!done) {
    PyErr_Clear();
    return nb::none();
  }
  PyObject* text = PyUnicode_DecodeUTF8(writer.out.data(), static_cast<Py_ssize_t>(writer.out.size()), "strict");
  if (text == nullptr) throw nb::python_error();
  return nb::steal(text);
}

// Values to elements

enum Kind { kOther, kNumber, kNumbers, kText, kElements };

bool append_number(std::string& out, PyObject* number) {
  if (!PyFloat_CheckExact(number) || !std::isfinite(PyFloat_AS_DOUBLE(number))) return false;
  char* text = PyOS_double_to_string(PyFloat_AS_DOUBLE(number), 'r', 0, 0, nullptr);
  if (text == nullptr) return false;
  out += text;
  PyMem_Free(text);
  return true;
}

// Creates elements; if a result is null, a Python error is set.
class Maker {
 public:
  Maker(PyObject* plans, PyObject* nothing, PyObject* format, PyObject* append, PyObject* make)
      : plans_(plans), nothing_(nothing), format_(format), append_(append), make_(make) {}

  // If `tag` is empty or None, the tag of the class is used.
  nb::object node(PyObject* value, PyObject* tag) const {
    auto* type = reinterpret_cast<PyObject*>(Py_TYPE(value));
    nb::object plan = nb::borrow(PyDict_GetItemWithError(plans_, type));
    if (plan.ptr() == nullptr) {
      if (PyErr_Occurred()) return {};
      plan = nb::steal(PyObject_GetItem(plans_, type));
      if (plan.ptr() == nullptr) return {};
    }
    const nb::object extra = nb::steal(PyObject_GenericGetAttr(value, names.extra));
    if (extra.ptr() == nullptr) return {};
    if (plan.is_none() || extra.ptr() != nothing_) return by_twin(value, tag);
    if (tag == Py_None || PyUnicode_GET_LENGTH(tag) == 0) tag = PyTuple_GET_ITEM(plan.ptr(), 0);
    nb::object made = nb::steal(PyObject_CallOneArg(names.node, tag));
    if (made.ptr() == nullptr) return {};
    if (!attributes(made.ptr(), value, PyTuple_GET_ITEM(plan.ptr(), 1))) return {};
    if (!children(made.ptr(), value, PyTuple_GET_ITEM(plan.ptr(), 2))) return {};
    PyObject* own = PyTuple_GET_ITEM(plan.ptr(), 3);
    if (own != Py_None) {
      const nb::object content = nb::steal(PyObject_GenericGetAttr(value, PyTuple_GET_ITEM(own, 0)));
      const nb::object text = content.ptr() == nullptr ? nb::object() : text_of(own, content.ptr());
      if (text.ptr() == nullptr || PyObject_SetAttr(made.ptr(), names.text, text.ptr()) < 0) return {};
    }
    return made;
  }

 private:
  // The items of an entry of a plan: name, default, name in XML, kind, size or keywords, whether the field is a
  // list, field.
  static long kind_of(PyObject* entry) { return PyLong_AsLong(PyTuple_GET_ITEM(entry, 3)); }

  // Returns 1 if the value is written, 0 if it equals its default, -1 on an error.
  static int is_written(PyObject* content, PyObject* usual) {
    if (content == Py_None || content == usual) return 0;
    if (usual == Py_None) return 1;
    if (PyFloat_CheckExact(content) && PyFloat_CheckExact(usual)) {
      return PyFloat_AS_DOUBLE(content) != PyFloat_AS_DOUBLE(usual);
    }
    const nb::object differs = nb::steal(PyObject_RichCompare(content, usual, Py_NE));
    return differs.ptr() == nullptr ? -1 : PyObject_IsTrue(differs.ptr());
  }

  bool attributes(PyObject* made, PyObject* value, PyObject* entries) const {
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(entries); ++at) {
      PyObject* entry = PyTuple_GET_ITEM(entries, at);
      const nb::object content = nb::steal(PyObject_GenericGetAttr(value, PyTuple_GET_ITEM(entry, 0)));
      const int written = content.ptr() == nullptr ? -1 : is_written(content.ptr(), PyTuple_GET_ITEM(entry, 1));
      if (written < 0) return false;
      if (written == 0) continue;
      const nb::object text = text_of(entry, content.ptr());
      if (text.ptr() == nullptr) return false;
      const nb::object done = nb::steal(
          PyObject_CallMethodObjArgs(made, names.set, PyTuple_GET_ITEM(entry, 2), text.ptr(), nullptr));
      if (done.ptr() == nullptr) return false;
    }
    return true;
  }

  bool children(PyObject* made, PyObject* value, PyObject* entries) const {
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(entries); ++at) {
      PyObject* entry = PyTuple_GET_ITEM(entries, at);
      const nb::object content = nb::steal(PyObject_GenericGetAttr(value, PyTuple_GET_ITEM(entry, 0)));
      if (content.ptr() == nullptr) return false;
      if (PyTuple_GET_ITEM(entry, 5) == Py_True) {
        const nb::object members = nb::steal(PySequence_Fast(content.ptr(), "several values"));
        if (members.ptr() == nullptr) return false;
        for (Py_ssize_t one = 0; one < PySequence_Fast_GET_SIZE(members.ptr()); ++one) {
          if (!append(made, entry, PySequence_Fast_GET_ITEM(members.ptr(), one))) return false;
        }
        continue;
      }
      const int written = is_written(content.ptr(), PyTuple_GET_ITEM(entry, 1));
      if (written < 0 || (written > 0 && !append(made, entry, content.ptr()))) return false;
    }
    return true;
  }

  bool append(PyObject* made, PyObject* entry, PyObject* member) const {
    const long kind = kind_of(entry);
    nb::object child;
    if (kind == kElements) {
      if (Py_EnterRecursiveCall(" while elements are written")) return false;
      child = node(member, PyTuple_GET_ITEM(entry, 2));
      Py_LeaveRecursiveCall();
    } else if (kind == kOther) {
      PyObject* arguments[] = {made, PyTuple_GET_ITEM(entry, 6), member};
      return nb::steal(PyObject_Vectorcall(append_, arguments, 3, nullptr)).ptr() != nullptr;
    } else {
      const nb::object text = text_of(entry, member);
      if (text.ptr() == nullptr) return false;
      child = nb::steal(PyObject_CallOneArg(names.node, PyTuple_GET_ITEM(entry, 2)));
      if (child.ptr() == nullptr || PyObject_SetAttr(child.ptr(), names.text, text.ptr()) < 0) return false;
    }
    if (child.ptr() == nullptr) return false;
    return nb::steal(PyObject_CallMethodOneArg(made, names.append, child.ptr())).ptr() != nullptr;
  }

  nb::object text_of(PyObject* entry, PyObject* content) const {
    PyObject* limit = PyTuple_GET_ITEM(entry, 4);
    std::string text;
    switch (kind_of(entry)) {
      case kNumber:
        if (append_number(text, content)) return nb::steal(PyUnicode_FromStringAndSize(text.data(), text.size()));
        break;
      case kNumbers:
        if (numbers(text, content, PyLong_AsSsize_t(limit))) {
          return nb::steal(PyUnicode_FromStringAndSize(text.data(), text.size()));
        }
        break;
      case kText:
        if (!PyUnicode_CheckExact(content)) break;
        if (PyTuple_GET_SIZE(limit) == 0 || PySequence_Contains(limit, content) == 1) return nb::borrow(content);
        break;
      default:
        break;
    }
    if (PyErr_Occurred()) return {};
    PyObject* arguments[] = {PyTuple_GET_ITEM(entry, 6), content};
    return nb::steal(PyObject_Vectorcall(format_, arguments, 2, nullptr));
  }

  static bool numbers(std::string& text, PyObject* content, Py_ssize_t size) {
    if (!PyTuple_CheckExact(content) || (size > 0 && PyTuple_GET_SIZE(content) != size)) return false;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(content); ++at) {
      if (at > 0) text += ' ';
      if (!append_number(text, PyTuple_GET_ITEM(content, at))) return false;
    }
    return true;
  }

  nb::object by_twin(PyObject* value, PyObject* tag) const {
    PyObject* arguments[] = {value, tag};
    return nb::steal(PyObject_Vectorcall(make_, arguments, 2, nullptr));
  }

  PyObject *plans_, *nothing_, *format_, *append_, *make_;
};

nb::object make_node(nb::handle value, nb::handle tag, nb::dict plans, nb::handle nothing, nb::handle format,
                     nb::handle append, nb::handle make) {
  if (!find_class()) throw nb::python_error();
  nb::object made = Maker(plans.ptr(), nothing.ptr(), format.ptr(), append.ptr(), make.ptr()).node(value.ptr(), tag.ptr());
  if (made.ptr() == nullptr) throw nb::python_error();
  return made;
}

}  // namespace

void register_writer(nb::module_& module) {
  names = {PyUnicode_InternFromString("tag"),   PyUnicode_InternFromString("text"), PyUnicode_InternFromString("tail"),
           PyUnicode_InternFromString("items"), PyUnicode_InternFromString("set"),  PyUnicode_InternFromString("append"),
           PyUnicode_InternFromString("extra"), nullptr};
  module.def("write_tree", &write_tree, nb::arg("root"), nb::arg("before"), nb::arg("step"),
             "The text of an element and all in it; None where Python must write it.");
  module.def("make_node", &make_node, nb::arg("value"), nb::arg("tag").none(), nb::arg("plans"), nb::arg("nothing"),
             nb::arg("format"), nb::arg("append"), nb::arg("make"),
             "The element of a declared value and all in it.");
}

}  // namespace bodyplan
