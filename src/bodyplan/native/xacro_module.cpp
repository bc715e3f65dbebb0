#include "xacro_module.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scanner.hpp"
#include "strings.hpp"

namespace bodyplan {
namespace {

namespace nb = nanobind;

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }
bool begins(std::string_view text, std::string_view part) { return text.substr(0, part.size()) == part; }

// Builds the tree that `formats/xacro/reading.py` builds from what expat tells it.
class TreeBuilder : public Sink {
 public:
  TreeBuilder(nb::handle element, nb::handle other, nb::handle file, std::size_t max_depth)
      : element_(element), other_(other), file_(file), max_depth_(max_depth) {}

  bool start(std::string_view name) override {
    note(name);
    tag_ = nb::steal(names_.get(name));
    attributes_ = nb::steal(PyDict_New());
    size_ = 0;
    declares_ = is_changed_ = false;
    is_tag_ = begins(name, "xacro:");
    return tag_.ptr() != nullptr && attributes_.ptr() != nullptr;
  }

  bool attribute(std::string_view name, std::string_view value) override {
    note(name);
    declares_ = declares_ || begins(name, "xmlns");
    is_changed_ = is_changed_ || begins(name, "xacro:") || name == "xmlns:xacro" || has(value, "$");
    const nb::object key = nb::steal(names_.get(name));
    const nb::object content = nb::steal(text_of(value));
    if (!key.ptr() || !content.ptr()) return false;
    if (PyDict_SetItem(attributes_.ptr(), key.ptr(), content.ptr()) < 0) return false;
    return PyDict_GET_SIZE(attributes_.ptr()) == ++size_;  // else it is there twice
  }

  bool started() override {
    if (marks_.size() == max_depth_ || (declares_ && !put_declarations_first())) return false;
    const nb::object number = nb::steal(PyLong_FromSsize_t(count_));
    if (!number.ptr()) return false;
    PyObject* arguments[] = {tag_.ptr(), attributes_.ptr(), file_.ptr(), number.ptr(), Py_None};
    nb::object made = nb::steal(PyObject_Vectorcall(element_.ptr(), arguments, 5, nullptr));
    if (!made.ptr()) return false;
    if (is_changed_ && PyObject_SetAttr(made.ptr(), is_dynamic_.ptr(), Py_True) < 0) return false;
    if (is_changed_ || is_tag_) last_dynamic_ = count_;
    marks_.push_back({nodes_.size(), count_++});
    nodes_.push_back(std::move(made));
    if (marks_.size() == 1) root_ = nodes_.size() - 1;
    return true;
  }

  bool end(std::string_view) override {
    const auto [mark, number] = marks_.back();
    marks_.pop_back();
    const nb::object& element = nodes_[mark];
    if (nodes_.size() > mark + 1) {
      const nb::object children = nb::steal(list(mark + 1, nodes_.size()));
      if (!children.ptr() || PyObject_SetAttr(element.ptr(), children_.ptr(), children.ptr()) < 0) return false;
      nodes_.resize(mark + 1);
    }
    if (last_dynamic_ >= number) return true;
    const nb::object size = nb::steal(PyLong_FromSsize_t(count_ - number));
    return size.ptr() != nullptr && PyObject_SetAttr(element.ptr(), size_name_.ptr(), size.ptr()) == 0;
  }

  bool text(std::string_view content) override {
    if (has(content, "$")) last_dynamic_ = count_ - 1;
    return add(text_of(content));
  }

  bool comment(std::string_view content) override {
    if (has(content, "xacro:eval-comments")) last_dynamic_ = count_ - 1;
    return add_other("comment", nb::steal(decode(content)));
  }

  bool instruction(std::string_view target, std::string_view content) override {
    note(target);
    std::string whole(target);
    whole += ' ';
    whole += content;
    return add_other("instruction", nb::steal(decode(whole)));
  }

  // The root, what is before and behind it, and all names with a prefix; null with an error set.
  PyObject* result() {
    const nb::object before = nb::steal(list(0, root_)), after = nb::steal(list(root_ + 1, nodes_.size()));
    nb::list names;
    for (const std::string& name : prefixed_) names.append(nb::str(name.data(), name.size()));
    if (!before.ptr() || !after.ptr()) return nullptr;
    return PyTuple_Pack(4, nodes_[root_].ptr(), before.ptr(), after.ptr(), names.ptr());
  }

 private:
  struct Mark {
    std::size_t node;
    Py_ssize_t number;
  };

  static constexpr std::size_t kShort = 64;  // longer texts hardly ever come again

  PyObject* text_of(std::string_view text) { return text.size() <= kShort ? texts_.get(text) : decode(text); }

  void note(std::string_view name) {
    if (has(name, ":") && (prefixed_.empty() || prefixed_.find(name) == prefixed_.end())) prefixed_.emplace(name);
  }

  bool add(PyObject* made) {
    if (made == nullptr) return false;
    nodes_.push_back(nb::steal(made));
    return true;
  }

  bool add_other(const char* kind, const nb::object& content) {
    const nb::object word = nb::steal(PyUnicode_InternFromString(kind));
    if (!word.ptr() || !content.ptr()) return false;
    PyObject* arguments[] = {word.ptr(), content.ptr()};
    return add(PyObject_Vectorcall(other_.ptr(), arguments, 2, nullptr));
  }

  bool put_declarations_first() {
    const nb::object sorted = nb::steal(PyDict_New());
    if (!sorted.ptr()) return false;
    for (const bool first : {true, false}) {
      PyObject *key, *value;
      Py_ssize_t at = 0;
      while (PyDict_Next(attributes_.ptr(), &at, &key, &value)) {
        const std::string_view name(static_cast<const char*>(PyUnicode_DATA(key)), PyUnicode_GET_LENGTH(key));
        if (begins(name, "xmlns") == first && PyDict_SetItem(sorted.ptr(), key, value) < 0) return false;
      }
    }
    attributes_ = sorted;
    return true;
  }

  PyObject* list(std::size_t from, std::size_t to) const {
    PyObject* made = PyList_New(static_cast<Py_ssize_t>(to - from));
    for (std::size_t i = from; made != nullptr && i < to; ++i) {
      PyList_SET_ITEM(made, static_cast<Py_ssize_t>(i - from), Py_NewRef(nodes_[i].ptr()));
    }
    return made;
  }

  nb::handle element_, other_, file_;
  std::size_t max_depth_;
  Strings<256> names_;
  Strings<512> texts_;
  nb::str is_dynamic_{"is_dynamic"}, children_{"children"}, size_name_{"size"};
  std::vector<nb::object> nodes_;  // elements that are open, each followed by what is inside of it
  std::vector<Mark> marks_;
  std::size_t root_ = 0;
  Py_ssize_t count_ = 0;
  Py_ssize_t last_dynamic_ = -1;  // number of the last element that evaluation changes
  std::set<std::string, std::less<>> prefixed_;
  nb::object tag_, attributes_;
  Py_ssize_t size_ = 0;
  bool declares_ = false, is_changed_ = false, is_tag_ = false;
};

nb::object read_xacro(nb::bytes data, nb::handle file, std::size_t max_depth, nb::handle element, nb::handle other) {
  const std::string_view bytes(data.c_str(), data.size());
  if (!is_clean_utf8(bytes)) return nb::none();
  TreeBuilder builder(element, other, file, max_depth);
  Scanner scanner(bytes, builder, Texts::kAll);
  PyObject* found = scanner.run() ? builder.result() : nullptr;
  if (PyErr_Occurred()) throw nb::python_error();
  return found == nullptr ? nb::none() : nb::steal(found);
}

}  // namespace

void register_xacro(nb::module_& module) {
  module.def("read_xacro", &read_xacro, nb::arg("data"), nb::arg("file"), nb::arg("max_depth"), nb::arg("element"),
             nb::arg("other"),
             "The root of a plain xacro file, what is before and behind it, and its names with a prefix; "
             "None where expat is to be asked.");
}

}  // namespace bodyplan
