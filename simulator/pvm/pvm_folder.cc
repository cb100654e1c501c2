#include "simulator/pvm/pvm_folder.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/file_identity.h"

namespace dps::simulator {
namespace {

/// A short path, since the paths of sockets have a small limit. So $TMPDIR is not used.
constexpr const char* kPrefix = "/tmp/dps-pvm-";
constexpr const char* kInnerPrefix = "/run-";
constexpr std::string_view kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr int kRandomLetters = 6;
constexpr const char* kMark = "/made-by-dps";
constexpr int kRemovals = 200;
constexpr const char* kInUse = "/in-use";

bool is_ours(const std::string& folder) {
  return is_there(folder + kMark);
}

std::optional<std::string> folder_of_daemon() {
  std::string folder = environment_variable("PVM_TMP");
  return !folder.empty() && is_ours(folder) ? std::optional(std::move(folder)) : std::nullopt;
}

}  // namespace

std::string new_pvm_folder() {
  const auto of_daemon = folder_of_daemon();
  std::string folder = of_daemon ? *of_daemon + kInnerPrefix : kPrefix;
  std::random_device random;
  std::uniform_int_distribution<std::size_t> any(0, kLetters.size() - 1);
  for (int i = 0; i < kRandomLetters; ++i) {
    folder += kLetters[any(random)];
  }
  return folder;
}

Result<void> create_pvm_folder(const std::string& folder) {
  if (mkdir(folder.c_str(), S_IRWXU) != 0) {
    return failure(ErrorCode::kSystem,
                   "cannot make the folder " + folder + ": " + std::strerror(errno));
  }
  std::ofstream(folder + kMark).flush();
  return {};
}

void remove_pvm_folder(const std::string& folder) {
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
    const std::string unfinished = *folder + kInUse + "-soon";
    std::ofstream(unfinished) << getpid() << '\n';
    std::error_code ignored;
    std::filesystem::rename(unfinished, *folder + kInUse, ignored);
  }
}

pid_t user_of_pvm_folder(const std::string& folder) {
  pid_t user = 0;
  std::ifstream(folder + kInUse) >> user;
  return user;
}

}  // namespace dps::simulator
