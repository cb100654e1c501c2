#include "simulator/pvm_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace dps::simulator {
namespace {

/// Short, since the paths of sockets have to be: not $TMPDIR.
constexpr const char* kTemplate = "/tmp/dps-pvm-XXXXXX";
constexpr const char* kMark = "made-by-dps";

}  // namespace

Result<std::string> make_pvm_folder() {
  std::string folder = kTemplate;
  if (mkdtemp(folder.data()) == nullptr) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot make a folder in /tmp: ") + std::strerror(errno));
  }
  std::ofstream(folder + "/" + kMark).flush();
  return folder;
}

void remove_pvm_folder(const std::string& folder) {
  std::error_code ignored;
  if (std::filesystem::exists(folder + "/" + kMark, ignored)) {
    std::filesystem::remove_all(folder, ignored);
  }
}

}  // namespace dps::simulator
