/// The intrinsic functions of Fortran that Parasol times, and their counterparts in C.
#pragma once

#include <array>
#include <string_view>

namespace dps::calibration {

/// Variables are named by type (i, d, r, c, h: character) and contents: a and b are any operands, u
/// is between 0 and 1, w between -10 and 10, p is positive.
struct Intrinsic {
  std::string_view operation;                  ///< "sind"
  char result = 'd';                           ///< the type of the result
  std::array<std::string_view, 2> in_fortran;  ///< one or two calls; the second may be empty
  std::array<std::string_view, 2> in_c;
};

/// Returns null if the operation is no intrinsic function.
const Intrinsic* find_intrinsic(std::string_view operation);

}  // namespace dps::calibration
