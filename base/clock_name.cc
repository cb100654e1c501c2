#include "base/clock_name.h"

#include <algorithm>
#include <cstddef>

#include <fcntl.h>
#include <unistd.h>

namespace dps {

void write_clock_name(std::span<char> name) {
  constexpr std::size_t kIdSize = 36;
  const std::size_t room = name.size() - 1;
  std::size_t size = 0;
  const int file = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    const ssize_t got = ::read(file, name.data(), std::min(kIdSize, room));
    size += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    ::close(file);
  }
  const ssize_t got = ::readlink("/proc/self/ns/time", name.data() + size, room - size);
  size += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  name[size] = '\0';
}

}  // namespace dps
