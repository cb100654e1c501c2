/// The logins of a virtual machine (pvm_login.h), from the perspective of its guard.
#pragma once

#include <string>
#include <vector>

#include <poll.h>

#include "base/descriptor.h"
#include "base/result.h"
#include "transport/control/launch_reports.h"

namespace dps::simulator {

/// Each login has a connection to this object while it runs, so that its end is noticed however it
/// ends.
class PvmLogins {
 public:
  /// Creates the socket in `folder`. To be called before the first daemon is started: the daemons
  /// that this process starts from now on log in through `program` (dps-simulator-pvm), which
  /// executes $PVM_RSH or else ssh. Errors (kSystem): the socket cannot be created.
  static Result<PvmLogins> in(const std::string& folder, const std::string& program);

  /// Adds the descriptors on which something may arrive.
  void watch(std::vector<pollfd>& watched) const;
  /// Takes everything that has arrived. Returns the daemons and logins that have ended although
  /// their daemon had started and their host had no agent.
  std::vector<control::LostProcess> take();

 private:
  struct LoginConnection {
    Descriptor socket;
    control::LineSplitter lines = {};
    std::string host = {};  ///< empty: its daemon has not started
    bool is_settled = false;
  };

  explicit PvmLogins(Descriptor listener) : listener_(std::move(listener)) {}
  static void take_line(LoginConnection& login, const std::string& line,
                        std::vector<control::LostProcess>& lost);
  static bool read(LoginConnection& login, std::vector<control::LostProcess>& lost);

  Descriptor listener_;
  std::vector<LoginConnection> logins_;
};

}  // namespace dps::simulator
