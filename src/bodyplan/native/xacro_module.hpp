// Native twin of the reader of xacro files.
#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan {

void register_xacro(nanobind::module_& module);

}  // namespace bodyplan
