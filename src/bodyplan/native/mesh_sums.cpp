// The sums for the baseline instruction set of the architecture.
#define BODYPLAN_MESH_SUMS sums_baseline
#include "mesh_sums_lanes.hpp"
