// What Python sees of the measures of meshes.
#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan::mesh {
void register_mesh(nanobind::module_& module);
}
