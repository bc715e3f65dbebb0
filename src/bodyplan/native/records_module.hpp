// What Python sees of records, of the writing of XML, and of the elements that values are from.
#pragma once

#include <nanobind/nanobind.h>

namespace bodyplan {
void register_records(nanobind::module_& module);
void register_bind(nanobind::module_& module);
void register_writer(nanobind::module_& module);
}  // namespace bodyplan
