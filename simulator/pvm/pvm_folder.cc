#include "simulator/pvm/pvm_folder.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>

#include "base/environment.h"

namespace dps::simulator {
namespace {

/// A short path, since the paths of sockets have a small limit. So $TMPDIR is not used.
constexpr const char* kTemplate = "/tmp/dps-pvm-XXXXXX";
constexpr const char* kInnerTemplate = "/run-XXXXXX";
constexpr const char* kMark = "/made-by-dps";
constexpr int kRemovals = 200;
constexpr const char* kInUse = "/in-use";

bool is_ours(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder + kMark, ignored);
}

std::optional<std::string> folder_of_daemon() {
  std::string folder = environment_variable("PVM_TMP");
  return !folder.empty() && is_ours(folder) ? std::optional(std::move(folder)) : std::nullopt;
}

}  // namespace

Result<std::string> make_pvm_folder() {
  const auto of_daemon = folder_of_daemon();
  std::string folder = of_daemon ? *of_daemon + kInnerTemplate : kTemplate;
  if (mkdtemp(folder.data()) == nullptr) {
    return failure(ErrorCode::kSystem,
                   "cannot make the folder " + folder + ": " + std::strerror(errno));
  }
  std::ofstream(folder + kMark).flush();
  return folder;
}

void remove_pvm_folder(const std::string& folder) {
  if (!is_ours(folder)) {
    return;
  }
  std::error_code error;
  for (int times = 0; times < kRemovals && std::filesystem::exists(folder, error); ++times) {
    std::filesystem::remove_all(folder, error);
    if (error) {  // processes that are being killed may still create files in it
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

void mark_pvm_folder_in_use() {
  if (const auto folder = folder_of_daemon()) {
    std::ofstream(*folder + kInUse).flush();
  }
}

bool is_pvm_folder_in_use(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder + kInUse, ignored);
}

}  // namespace dps::simulator
