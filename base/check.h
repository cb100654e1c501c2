/// Assertions about dps itself. They are also checked in release builds.
#pragma once

namespace dps {

/// Prints the condition and its position in the source on standard error, and aborts.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace dps

#define DPS_CHECK(condition)                               \
  do {                                                     \
    if (!(condition)) [[unlikely]] {                       \
      ::dps::check_failed(#condition, __FILE__, __LINE__); \
    }                                                      \
  } while (false)
