// The Python bindings of the collision kernels.
#pragma once

#include <nanobind/nanobind.h>

#include "collision_scene.hpp"

namespace bodyplan::collision {

void register_collision(nanobind::module_& module);

// Returns the scene in a Python object; raises a TypeError in Python for other objects.
const Scene& scene_of(nanobind::handle object);

}  // namespace bodyplan::collision
