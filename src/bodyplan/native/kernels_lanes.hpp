// The batch kernels of one instruction set. Included once by each kernels_<set>.cpp.
#include "kernels_dynamics.hpp"
#include "kernels_jacobian.hpp"
#include "kernels_mass.hpp"
#include "kernels_poses.hpp"
#include "kernels_spheres.hpp"

namespace bodyplan::kernels {
namespace {

template <class T>
constexpr Table<T> table() {
  return {Lanes<T>::W,
          &Motion<T>::scratch_size,
          &Poses<T>::one,
          &Poses<T>::many,
          &Jacobian<T>::of_link,
          &Dynamics<T>::inverse_dynamics,
          &Mass<T>::mass_matrix,
          &Jacobian<T>::center_of_mass,
          &Lanes<T>::sines_cosines};
}

}  // namespace

extern const Set BODYPLAN_SET;
const Set BODYPLAN_SET = {
    BODYPLAN_NAME,
    table<double>(),
    table<float>(),
    &Spheres::scratch_size,
    &Spheres::all,
};

}  // namespace bodyplan::kernels
