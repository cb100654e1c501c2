#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace dps {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "dps: internal error: %s does not hold (%s:%d); please report this\n",
               condition, file, line);
  std::abort();
}

}  // namespace dps
