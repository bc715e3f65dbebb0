#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan::proof {

void register_proof(nanobind::module_& module);

}  // namespace bodyplan::proof
