/// The logins by which PVM's first daemon starts those of other hosts. PVM needs minutes to notice
/// the end of a daemon that has answered once; its login notices it at once and reports it.
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
  /// Makes the FIFO in `folder`, which exists before the first daemon does. From now on daemons
  /// that this process starts log in through `program` (dps-simulator-pvm), which executes $PVM_RSH
  /// or else ssh. Errors (kSystem): the FIFO cannot be made.
  static Result<PvmLogins> in(const std::string& folder, const std::string& program);

  /// Becomes readable when a daemon has ended before its host had an agent.
  [[nodiscard]] const Descriptor& reports() const { return reports_; }
  /// The LostProcess lines that have come so far (control/launch_reports.h), each with its newline.
  [[nodiscard]] std::string read_lines() const;

 private:
  explicit PvmLogins(Descriptor reports) : reports_(std::move(reports)) {}

  Descriptor reports_;
};

/// Restores the user's PVM_RSH for this process and its children.
void forget_pvm_logins();

/// True if a process with this first argument was started as such a login.
bool is_pvm_login(std::string_view first_word);
/// Logs in with `words`, "HOST [-l USER] COMMAND…" as for ssh, and reports a daemon that has ended.
/// Returns the exit status of ssh.
int run_pvm_login(std::vector<std::string> words);

}  // namespace dps::simulator
