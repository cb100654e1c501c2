// A user library in C++11 whose functions throw.
#include <stdexcept>

#include <dps_user.h>

static void throw_error() {
  throw std::runtime_error("singular matrix");
}

static void throw_number(const dps_call*) {
  throw 42;
}

DPS_FUNCTIONS(DPS_PLAIN(throw_error), DPS_CALL(throw_number));
