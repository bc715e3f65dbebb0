// The kernels for vectors of 32 bytes.
#define BODYPLAN_BYTES 32
#define BODYPLAN_SET avx2_set
#define BODYPLAN_NAME "avx2"
#include "kernels_lanes.hpp"
