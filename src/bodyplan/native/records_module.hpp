// The Python bindings for records and for writing XML.
#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan {
void register_records(nanobind::module_& module);
void register_writer(nanobind::module_& module);
}  // namespace bodyplan
