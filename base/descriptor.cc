#include "base/descriptor.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>

namespace dps {

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failure(ErrorCode::kSystem, std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace dps
