// The Python bindings of records and of the writing of XML.
#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan {
void register_records(nanobind::module_& module);
void register_writer(nanobind::module_& module);
}  // namespace bodyplan
