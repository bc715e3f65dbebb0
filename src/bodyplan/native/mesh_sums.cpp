// The sums for what every machine of the architecture has.
#define BODYPLAN_MESH_SUMS sums_baseline
#include "mesh_sums_lanes.hpp"
