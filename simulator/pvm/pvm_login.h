/// The logins by which PVM's first daemon starts the daemons of other hosts. PVM needs minutes to
/// notice the end of a daemon that has answered once; the login notices and reports it at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps::simulator {

/// The exit status of a login whose daemon has started and then ended before its host had an agent.
inline constexpr int kDaemonHasDied = 86;

/// The FIFO to which the logins of a virtual machine report daemons that have ended, one line each.
class PvmLogins {
 public:
  /// Creates the FIFO in `folder`. To be called before the first daemon is started: the daemons
  /// that this process starts from now on log in through `program` (dps-simulator-pvm), which
  /// executes $PVM_RSH or else ssh. Errors (kSystem): the FIFO cannot be created.
  static Result<PvmLogins> in(const std::string& folder, const std::string& program);

  /// Becomes readable when a daemon has ended before its host had an agent.
  [[nodiscard]] const Descriptor& reports() const { return reports_; }
  /// The LostProcess lines that have arrived (control/launch_reports.h), each with its newline.
  [[nodiscard]] std::string read_lines() const;

 private:
  explicit PvmLogins(Descriptor reports) : reports_(std::move(reports)) {}

  Descriptor reports_;
};

/// Restores the user's PVM_RSH for this process and its children.
void forget_pvm_logins();

/// True if a process with this first argument was started as such a login.
bool is_pvm_login(std::string_view first_word);
/// Logs in with `words`, "HOST [-l USER] COMMAND…" as for ssh, and reports the daemon if it ends.
/// Returns the exit status of ssh.
int run_pvm_login(std::vector<std::string> words);

}  // namespace dps::simulator
