// The sums for vectors of 32 bytes.
#define BODYPLAN_MESH_SUMS sums_avx2
#include "mesh_sums_lanes.hpp"
