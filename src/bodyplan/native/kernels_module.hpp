#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan::kernels {
void register_kernels(nanobind::module_& module);
}
