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
constexpr const char* kInnerTemplate = "/run-XXXXXX";
constexpr const char* kMark = "/made-by-dps";

bool is_ours(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder + kMark, ignored);
}

}  // namespace

Result<std::string> make_pvm_folder() {
  const char* const of_daemon = std::getenv("PVM_TMP");
  std::string folder = of_daemon != nullptr && is_ours(of_daemon)
                           ? std::string(of_daemon) + kInnerTemplate
                           : kTemplate;
  if (mkdtemp(folder.data()) == nullptr) {
    return failure(ErrorCode::kSystem,
                   "cannot make the folder " + folder + ": " + std::strerror(errno));
  }
  std::ofstream(folder + kMark).flush();
  return folder;
}

void remove_pvm_folder(const std::string& folder) {
  std::error_code ignored;
  if (is_ours(folder)) {
    std::filesystem::remove_all(folder, ignored);
  }
}

}  // namespace dps::simulator
