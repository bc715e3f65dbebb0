#include "kernels_numpy.hpp"

#include <cstdint>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace nb = nanobind;

namespace bodyplan::kernels {
namespace {

PyObject* kept(nb::object object) { return object.release().ptr(); }

void** table_of_functions() {
  nb::module_ numpy = nb::module_::import_("numpy");
  const bool second = nb::hasattr(numpy, "_core");
  const nb::object capsule =
      nb::module_::import_(second ? "numpy._core.multiarray" : "numpy.core.multiarray").attr("_ARRAY_API");
  auto* table = static_cast<void**>(PyCapsule_GetPointer(capsule.ptr(), nullptr));
  if (table == nullptr) throw nb::python_error();
  return table;
}

// --- memory of large arrays ---
//
// The first access to new memory pages is much slower than writing to them later: 2 to 7 GB/s instead of 26.
// Therefore the memory of deleted large arrays is kept, up to a limit, for new arrays of the same size. It is
// marked as free, so that the operating system can reclaim it at any time.

struct Room {
  void* at;
  std::size_t size;  // at least the size of a large page
};

constexpr std::size_t kHuge = 2 << 20;              // size of a large page
constexpr std::size_t kMostBytes = PTRDIFF_MAX / 2;  // largest size of an array
constexpr std::size_t kMostKept = std::size_t{256} << 20;

std::vector<Room>& rooms() {  // newest last; protected by the interpreter lock
  static auto* made = new std::vector<Room>();
  return *made;
}

#if defined(__linux__)

void* mapped(std::size_t size) {  // starts at a multiple of the size of a large page
  auto* whole = static_cast<char*>(mmap(nullptr, size + kHuge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (whole == MAP_FAILED) throw std::bad_alloc();
  const std::size_t before = (kHuge - reinterpret_cast<std::uintptr_t>(whole) % kHuge) % kHuge;
  if (before > 0) munmap(whole, before);
  if (before < kHuge) munmap(whole + before + size, kHuge - before);
  madvise(whole + before, size, MADV_HUGEPAGE);
  return whole + before;
}
void unmap(const Room& room) { munmap(room.at, room.size); }
void mark_as_free(const Room& room) { madvise(room.at, room.size, MADV_FREE); }

#else

void* mapped(std::size_t size) { return ::operator new(size, std::align_val_t{kHuge}); }
void unmap(const Room& room) { ::operator delete(room.at, std::align_val_t{kHuge}); }
void mark_as_free(const Room&) {}

#endif

Room take(std::size_t bytes) {
  if (bytes < kHuge) return {::operator new(bytes, std::align_val_t{64}), bytes};
  const std::size_t size = (bytes + kHuge - 1) / kHuge * kHuge;
  std::vector<Room>& all = rooms();
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].size < size || all[i].size > size + size / 4) continue;
    const Room found = all[i];
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    return found;
  }
  return {mapped(size), size};
}

void give_back(const Room& room) {
  if (room.size < kHuge) return ::operator delete(room.at, std::align_val_t{64});
  if (room.size > kMostKept) return unmap(room);
  std::vector<Room>& all = rooms();
  mark_as_free(room);
  all.push_back(room);
  std::size_t sum = 0;
  for (const Room& one : all) sum += one.size;
  while (sum > kMostKept) {
    sum -= all.front().size;
    unmap(all.front());
    all.erase(all.begin());
  }
}

void give_back_capsule(PyObject* capsule) {
  auto* room = static_cast<Room*>(PyCapsule_GetPointer(capsule, nullptr));
  give_back(*room);
  delete room;
}

// A new array whose memory begins at a cache line.
PyObject* aligned(const Py_ssize_t* shape, int dimensions, PyObject* dtype, std::size_t bytes) {
  const Numpy& np = numpy();
  auto* room = new Room(take(bytes));
  PyObject* owner = PyCapsule_New(room, nullptr, &give_back_capsule);
  if (owner == nullptr) {
    give_back(*room);
    delete room;
    throw nb::python_error();
  }
  Py_INCREF(dtype);  // the next call steals a reference
  PyObject* made = np.new_from_descr(np.array_type, dtype, dimensions, shape, nullptr, room->at,
                                     kContiguous | kAligned | kWriteable, nullptr);
  if (made == nullptr) {
    Py_DECREF(owner);
    throw nb::python_error();
  }
  if (np.set_base(made, owner) < 0) {  // steals the reference to the owner, even on failure
    Py_DECREF(made);
    throw nb::python_error();
  }
  return made;
}

const Numpy* looked_up() {
  const nb::module_ module = nb::module_::import_("numpy");
  const nb::object dtype = module.attr("dtype");
  const auto type = [&](const char* name) { return kept(dtype(name)); };
  void** table = table_of_functions();
  const unsigned version = reinterpret_cast<unsigned (*)()>(table[0])() >> 24;
  auto* made = new Numpy{reinterpret_cast<PyTypeObject*>(kept(module.attr("ndarray"))), type("float64"), type("float32"),
                         type("int32"), type("int8"),
                         reinterpret_cast<decltype(Numpy::new_from_descr)>(table[94]),
                         reinterpret_cast<decltype(Numpy::set_base)>(table[282])};
  const nb::object probe = module.attr("zeros")(nb::make_tuple(2, 3), nb::handle(made->float32));
  const auto* seen = reinterpret_cast<const ArrayObject*>(probe.ptr());
  const auto address = nb::cast<std::uintptr_t>(probe.attr("ctypes").attr("data"));
  if ((version != 1 && version != 2) || reinterpret_cast<std::uintptr_t>(seen->data) != address || seen->dimensions != 2 ||
      seen->shape[0] != 2 || seen->shape[1] != 3 || seen->strides[0] != 12 || seen->dtype != made->float32 ||
      (seen->flags & (kContiguous | kAligned | kWriteable)) != (kContiguous | kAligned | kWriteable)) {
    throw nb::import_error("this NumPy lays out its arrays in a way that the native kernels do not know");
  }
  return made;
}

}  // namespace

const Numpy& numpy() {
  static const Numpy* made = nullptr;  // protected by the interpreter lock; a second construction has the same result
  if (made == nullptr) made = looked_up();
  return *made;
}

const ArrayObject* derived_array_of(PyObject* object) {
  const bool is = PyType_IsSubtype(Py_TYPE(object), numpy().array_type) && !PyObject_HasAttrString(object, "mask");
  return is ? reinterpret_cast<const ArrayObject*>(object) : nullptr;
}

std::string shape_text(const Py_ssize_t* shape, int dimensions) {
  std::string text = "(";
  for (int i = 0; i < dimensions; ++i) text += std::to_string(shape[i]) + (i + 1 < dimensions ? ", " : dimensions == 1 ? "," : "");
  return text + ")";
}

std::string dtype_text(PyObject* dtype) { return nb::str(nb::handle(dtype)).c_str(); }

PyObject* fresh(const Py_ssize_t* shape, int dimensions, PyObject* dtype, std::size_t item) {
  std::size_t bytes = item;
  bool fits = true;
  for (int i = 0; i < dimensions && bytes > 0; ++i) {
    fits = !__builtin_mul_overflow(bytes, static_cast<std::size_t>(shape[i]), &bytes) && bytes <= kMostBytes;
    if (!fits) break;
  }
  try {
    if (!fits) throw std::bad_alloc();
    if (bytes >= kAlignFrom) return aligned(shape, dimensions, dtype, bytes);
  } catch (const std::bad_alloc&) {
    throw Refused(PyExc_MemoryError, "no memory for an array of " + dtype_text(dtype) + " with shape " +
                                         shape_text(shape, dimensions));
  }
  const Numpy& np = numpy();
  Py_INCREF(dtype);
  PyObject* made = np.new_from_descr(np.array_type, dtype, dimensions, shape, nullptr, nullptr, 0, nullptr);
  if (made == nullptr) throw nb::python_error();
  return made;
}

}  // namespace bodyplan::kernels
