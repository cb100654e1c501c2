// Any bytes as the database of a sweep.
#include <cstdint>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "base/check.h"
#include "profiles/sweeps/store/store.h"
#include "profiles/sweeps/store/stored_point.h"

namespace {

/// A file with these bytes, which is removed at the end.
class TemporaryFile {
 public:
  TemporaryFile(const std::uint8_t* data, std::size_t size) {
    const int fd = ::mkostemp(name_.data(), O_CLOEXEC);
    DPS_CHECK(fd >= 0 && ::write(fd, data, size) == static_cast<ssize_t>(size));
    ::close(fd);
  }
  ~TemporaryFile() { ::unlink(name_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_ = "/tmp/dps-sweep-fuzz-XXXXXX";
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const TemporaryFile file(data, size);
  auto store = dps::sweeps::Store::open_to_read(file.name());
  if (!store) {
    DPS_CHECK(!store.error().message.empty());
    return 0;
  }
  if (const auto keys = store->keys()) {
    for (const auto& key : *keys) {
      static_cast<void>(store->find(key));
      static_cast<void>(store->results(key));
    }
  }
  static_cast<void>(dps::sweeps::load_point({file.name(), "n=10,kind=predict"}));
  return 0;
}
