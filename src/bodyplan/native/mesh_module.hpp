// The Python bindings of mesh measures.
#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan::mesh {
void register_mesh(nanobind::module_& module);
}
