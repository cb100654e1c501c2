/// The routines that Fortran sources call.
#pragma once

#include <string>
#include <string_view>

namespace dps::estimator {

/// SEND, RECEIVE … as subroutines that call the driver, and the routine with which the driver calls
/// `entry`. Valid in fixed and in free form.
std::string fortran_entries(std::string_view entry);

}  // namespace dps::estimator
