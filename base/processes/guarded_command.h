/// A command whose processes do not outlive dps, however dps ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"
#include "base/processes/new_process.h"
#include "base/result.h"

namespace dps {

struct CommandStart {
  std::vector<std::string> words;
  std::vector<std::string> environment;  ///< "NAME=VALUE", added to that of dps
  std::string folder;                    ///< removed with all contents at the end; may be empty
  /// Descriptors of dps that the command gets, with their numbers there.
  std::vector<PlacedDescriptor> descriptors = {};
};

/// A guard, a child of dps, starts the command and ends its descendants when dps closes the
/// lifeline or ends. The command has the standard streams of dps, unless `descriptors` replaces
/// them, and ignores the signals that dps was started to ignore. If dps has a terminal, the command
/// also remains in the process group of dps, so that the keys of the terminal reach it.
class GuardedCommand {
 public:
  /// Errors (kInput): the command cannot be executed; (kSystem).
  static Result<GuardedCommand> start(const CommandStart& start);

  GuardedCommand(GuardedCommand&&) = default;
  GuardedCommand& operator=(GuardedCommand&&) = delete;
  GuardedCommand(const GuardedCommand&) = delete;
  GuardedCommand& operator=(const GuardedCommand&) = delete;
  ~GuardedCommand() { end(); }

  /// The pid of the command, also after its end.
  [[nodiscard]] pid_t pid() const { return command_; }
  /// Becomes readable when the command has ended, or its guard.
  [[nodiscard]] int descriptor() const { return status_.get(); }
  /// The status of wait(2), once the descriptor is readable; nullopt: the guard was killed.
  std::optional<int> take_status();

  /// Sends a signal to the command's process group; to the command itself if that is the group of
  /// dps.
  void signal(int number) const;
  [[nodiscard]] bool shares_group() const { return shares_group_; }

  /// Kills the remaining processes, removes the folder and waits for both.
  void end();

 private:
  GuardedCommand(pid_t guard, Descriptor lifeline, Descriptor status, bool shares_group)
      : guard_(guard),
        lifeline_(std::move(lifeline)),
        status_(std::move(status)),
        shares_group_(shares_group) {}

  pid_t guard_;
  pid_t command_ = 0;
  Descriptor lifeline_;
  Descriptor status_;
  bool shares_group_;
};

}  // namespace dps
