// Native versions of Python functions. Each returns the same result as the Python function, or declines; the
// Python function is then called instead.
#include <nanobind/nanobind.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "mesh_module.hpp"
#include "records_module.hpp"
#include "scanner.hpp"
#include "strings.hpp"
#ifdef BODYPLAN_KERNELS
#include "collision_module.hpp"
#include "proof_module.hpp"
#include "kernels_module.hpp"
#endif

namespace nb = nanobind;

namespace {

// Passes a document to the tree builder of the standard library.
class Builder : public bodyplan::Sink {
 public:
  Builder(nb::handle start, nb::handle end, nb::handle data, PyObject* names)
      : start_(start), end_(end), data_(data), known_(names) {}

  bool start(std::string_view name) override {
    tag_ = nb::steal(names_.get(name, known_));
    attributes_ = nb::steal(PyDict_New());
    count_ = 0;
    return tag_.ptr() != nullptr && attributes_.ptr() != nullptr;
  }

  bool attribute(std::string_view name, std::string_view value) override {
    const nb::object key = nb::steal(names_.get(name, known_));
    const nb::object content = nb::steal(value.size() <= kShort ? values_.get(value) : bodyplan::decode(value));
    if (!key.ptr() || !content.ptr()) return false;
    if (PyDict_SetItem(attributes_.ptr(), key.ptr(), content.ptr()) < 0) return false;
    return PyDict_GET_SIZE(attributes_.ptr()) == ++count_;  // false if the attribute occurs twice
  }

  bool started() override {
    PyObject* arguments[] = {tag_.ptr(), attributes_.ptr()};
    return call(start_, arguments, 2);
  }

  bool end(std::string_view name) override {
    const nb::object tag = nb::steal(names_.get(name, known_));
    PyObject* arguments[] = {tag.ptr()};
    return tag.ptr() != nullptr && call(end_, arguments, 1);
  }

  bool text(std::string_view content) override {
    has_text = true;
    const nb::object made = nb::steal(bodyplan::decode(content));
    PyObject* arguments[] = {made.ptr()};
    return made.ptr() != nullptr && call(data_, arguments, 1);
  }

  bool has_text = false;

 private:
  static bool call(nb::handle function, PyObject** arguments, std::size_t count) {
    PyObject* result = PyObject_Vectorcall(function.ptr(), arguments, count, nullptr);
    Py_XDECREF(result);
    return result != nullptr;
  }

  static constexpr std::size_t kShort = 64;  // longer values are rarely repeated

  nb::handle start_, end_, data_;
  PyObject* known_;
  bodyplan::Strings<256> names_;
  bodyplan::Strings<512> values_;
  nb::object tag_, attributes_;
  Py_ssize_t count_ = 0;
};

// Returns 0 if it declines; else twice the largest depth of elements, plus one if there is text between tags.
std::size_t build_tree(nb::bytes data, nb::handle start, nb::handle end, nb::handle text, nb::dict names) {
  const std::string_view bytes(data.c_str(), data.size());
  if (!bodyplan::is_clean_utf8(bytes)) return 0;
  Builder builder(start, end, text, names.ptr());
  bodyplan::Scanner scanner(bytes, builder);
  const bool done = scanner.run();
  if (PyErr_Occurred()) throw nb::python_error();
  return done ? 2 * (scanner.depth() + 1) + (builder.has_text ? 1 : 0) : 0;
}

// Reads a finite decimal number at `at`, and moves `at` past it.
bool read_one(const char*& at, const char* end, double& value) {
  // from_chars also accepts inf and nan, so the first characters are checked
  if (at == end || !((*at >= '0' && *at <= '9') || *at == '.' || *at == '-')) return false;
  if (*at == '-' && (at + 1 == end || !((at[1] >= '0' && at[1] <= '9') || at[1] == '.'))) return false;
  const auto [behind, fault] = std::from_chars(at, end, value, std::chars_format::general);
  if (fault != std::errc()) return false;
  at = behind;
  return true;
}

// The characters of an ASCII string; an empty view for any other object.
std::string_view ascii(nb::handle text) {
  if (!PyUnicode_Check(text.ptr()) || !PyUnicode_IS_COMPACT_ASCII(text.ptr())) return {};
  return {reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(text.ptr())),
          static_cast<std::size_t>(PyUnicode_GET_LENGTH(text.ptr()))};
}

nb::object read_number(nb::handle text) {
  const std::string_view view = ascii(text);
  const char* at = view.data();
  double value;
  if (!read_one(at, view.data() + view.size(), value) || at != view.data() + view.size()) return nb::none();
  return nb::steal(PyFloat_FromDouble(value));
}

nb::object read_vector(nb::handle text, int size) {
  constexpr int kMost = 16;
  const std::string_view view = ascii(text);
  const char* at = view.data();
  const char* end = at + view.size();
  if (size < 1 || size > kMost) return nb::none();
  double values[kMost];
  int count = 0;
  while (true) {
    const char* from = at;
    while (at < end && *at == ' ') ++at;
    if (at == end) break;
    if ((count > 0 && at == from) || count == size || !read_one(at, end, values[count++])) return nb::none();
  }
  if (count != size) return nb::none();
  PyObject* made = PyTuple_New(size);
  if (made == nullptr) throw nb::python_error();
  for (int i = 0; i < size; ++i) PyTuple_SET_ITEM(made, i, PyFloat_FromDouble(values[i]));
  PyObject_GC_UnTrack(made);  // contains only numbers, so the garbage collector need not visit it
  return nb::steal(made);
}

}  // namespace

NB_MODULE(_native, module) {
  nanobind::set_leak_warnings(false);  // robots in global variables, with their plans, outlive the interpreter
  module.doc() = "Native twins of Python functions; everything works without them.";
  module.def("build_tree", &build_tree, nb::arg("data"), nb::arg("start"), nb::arg("end"),
             nb::arg("text"), nb::arg("names"),
             "Build the tree of a plain XML document. Return twice its depth, plus one if there is "
             "text between its tags; 0 if expat must parse it.");
  module.def("read_number", &read_number, nb::arg("text"),
             "Return the number that a text consists of; None if Python must parse it.");
  module.def("read_vector", &read_vector, nb::arg("text"), nb::arg("size"),
             "Return `size` numbers separated by spaces; None if Python must parse it.");
  bodyplan::register_records(module);
  bodyplan::register_writer(module);
  bodyplan::mesh::register_mesh(module);
#ifdef BODYPLAN_KERNELS
  bodyplan::kernels::register_kernels(module);
  bodyplan::collision::register_collision(module);
  bodyplan::proof::register_proof(module);
#endif
}
