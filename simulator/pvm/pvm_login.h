/// The logins by which PVM's first daemon starts those of other hosts. PVM itself takes minutes to
/// find a daemon dead that has answered once; its login knows at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps::simulator {

/// Exit status of a login whose daemon stood, and ended before its host had an agent.
inline constexpr int kDaemonHasDied = 86;

/// Where those are told of: made before the first daemon is started, in its folder.
class PvmLogins {
 public:
  /// From here on daemons that are started by this process log in through `program`
  /// (dps-simulator-pvm), which takes $PVM_RSH, else ssh. Errors (kSystem): no such file can be
  /// made.
  static Result<PvmLogins> in(const std::string& folder, const std::string& program);

  /// Turns readable when a daemon has died before its host had an agent.
  [[nodiscard]] const Descriptor& died() const { return died_; }
  /// The names of their hosts, as PVM has them; none: nothing has come.
  [[nodiscard]] std::vector<std::string> hosts_that_died() const;

 private:
  explicit PvmLogins(Descriptor died) : died_(std::move(died)) {}

  Descriptor died_;
};

/// In this process and what it starts PVM_RSH is the user's again.
void forget_pvm_logins();

/// A process that is called with this word first is to be such a login.
bool is_pvm_login(std::string_view first_word);
/// `words`: "HOST [-l USER] COMMAND…", as for ssh. Logs in, and tells of a daemon's death. The exit
/// status of ssh.
int run_pvm_login(std::vector<std::string> words);

}  // namespace dps::simulator
