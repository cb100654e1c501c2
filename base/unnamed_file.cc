#include "base/unnamed_file.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace dps {

const char* temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

Descriptor make_unnamed_file(const char* prefix) {
  const char* folder = temporary_folder();
  Descriptor file(::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600));
  if (file.is_open()) {
    return file;
  }
  std::array<char, 4096> name{};
  std::snprintf(name.data(), name.size(), "%s/%s-XXXXXX", folder, prefix);
  file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (file.is_open()) {
    ::unlink(name.data());
  }
  return file;
}

}  // namespace dps
