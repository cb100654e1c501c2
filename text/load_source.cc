#include "text/load_source.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/printable.h"
#include "text/scanner.h"

namespace dps::text {
namespace {

class OpenFile {
 public:
  /// O_NONBLOCK: opening a named pipe without a writer must not block.
  explicit OpenFile(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

tl::unexpected<Error> refuse(std::string_view what, const std::string& path,
                             const std::string& why) {
  return failure(ErrorCode::kInput,
                 "cannot read " + std::string(what) + " '" + printable(path) + "': " + why);
}

}  // namespace

Result<SourceText> load_source(const std::string& path, std::string_view what) {
  const OpenFile file(path);
  struct stat status {};
  if (file.descriptor() < 0 || ::fstat(file.descriptor(), &status) != 0) {
    return refuse(what, path, std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    return refuse(what, path, "it is a directory");
  }
  if (!S_ISREG(status.st_mode)) {
    return refuse(what, path, "it is not a regular file");
  }
  SourceText source{path, {}};
  std::array<char, 1 << 16> block{};
  while (source.text.size() <= kMaxFileBytes) {
    const ssize_t count = ::read(file.descriptor(), block.data(), block.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return refuse(what, path, std::strerror(errno));
    }
    if (count == 0) {
      return source;
    }
    source.text.append(block.data(), static_cast<std::size_t>(count));
  }
  return refuse(what, path, "it is larger than 16 MiB");
}

}  // namespace dps::text
