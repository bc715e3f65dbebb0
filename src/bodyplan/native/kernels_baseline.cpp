// The kernels for vectors of 16 bytes.
#define BODYPLAN_BYTES 16
#define BODYPLAN_SET baseline_set
#define BODYPLAN_NAME "baseline"
#include "kernels_lanes.hpp"
