/// Our own mistakes: prints where and aborts, in release builds too.
#pragma once

namespace dps {

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace dps

#define DPS_CHECK(condition)                               \
  do {                                                     \
    if (!(condition)) [[unlikely]] {                       \
      ::dps::check_failed(#condition, __FILE__, __LINE__); \
    }                                                      \
  } while (false)
