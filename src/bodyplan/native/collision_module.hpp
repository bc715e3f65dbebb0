// What Python sees of the collision kernels.
#pragma once

#include <nanobind/nanobind.h>

#include "collision_scene.hpp"

namespace bodyplan::collision {

void register_collision(nanobind::module_& module);

// The scene in a Python object; throws what becomes a TypeError for any other object.
const Scene& scene_of(nanobind::handle object);

}  // namespace bodyplan::collision
