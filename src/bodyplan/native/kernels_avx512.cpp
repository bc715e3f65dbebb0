// The kernels for vectors of 64 bytes.
#define BODYPLAN_BYTES 64
#define BODYPLAN_SET avx512_set
#define BODYPLAN_NAME "avx512"
#include "kernels_lanes.hpp"
