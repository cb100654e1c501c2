#include "coordinator/local_launcher.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace dps::coordinator {
namespace {

constexpr const char* kSimulatorName = "dps-simulator";

Result<std::string> beside_ourselves() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    return failure(ErrorCode::kSystem, "cannot read /proc/self/exe: " + error.message());
  }
  return (self.parent_path() / kSimulatorName).string();
}

struct Pipe {
  Descriptor read, write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failure(ErrorCode::kSystem, std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// What the child begins with; posix_spawn's objects want to be destroyed.
struct SpawnSettings {
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};

  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    constexpr int kFlags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    posix_spawnattr_setflags(&attributes, static_cast<short>(kFlags));
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
};

}  // namespace

Result<LaunchedAgent> start_child(const std::vector<std::string>& words) {
  auto down = make_pipe();
  auto up = make_pipe();
  auto errors = make_pipe();
  if (!down || !up || !errors) {
    return tl::unexpected(!down ? down.error() : !up ? up.error() : errors.error());
  }
  SpawnSettings settings;
  posix_spawn_file_actions_adddup2(&settings.actions, down->read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&settings.actions, up->write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&settings.actions, errors->write.get(), STDERR_FILENO);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  LaunchedAgent agent;
  const int error = posix_spawnp(&agent.pid, words.front().c_str(), &settings.actions,
                                 &settings.attributes, argv.data(), environ);
  if (error != 0) {
    return failure(ErrorCode::kSystem,
                   "cannot start '" + words.front() + "': " + std::strerror(error));
  }
  agent.input = std::move(down->write);
  agent.output = std::move(up->read);
  agent.errors = std::move(errors->read);
  return agent;
}

Result<LaunchedAgent> LocalLauncher::start(const Host& /*host*/) {
  std::string program = program_;
  if (program.empty()) {
    auto found = beside_ourselves();
    if (!found) {
      return tl::unexpected(found.error());
    }
    program = *found;
  }
  if (access(program.c_str(), X_OK) != 0) {
    return failure(ErrorCode::kSystem,
                   "cannot execute the simulator '" + program + "': " + std::strerror(errno) +
                       "; it belongs beside dps, so build or install both together");
  }
  return start_child({program, "--agent"});
}

}  // namespace dps::coordinator
