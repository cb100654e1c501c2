/// The state of the hosts of a session: the reports of their agents, and the losses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "transport/control/frames.h"

namespace dps::coordinator {

/// Hosts are indices in Placement::hosts.
class HostTable {
 public:
  explicit HostTable(std::size_t hosts) : hellos_(hosts), lost_(hosts) {}

  void set_hello(std::uint32_t host, const control::HelloFrame& hello) { hellos_[host] = hello; }
  /// Marks the host as lost: no more frames are sent to it, and frames from it are ignored.
  void lose(std::uint32_t host) { lost_[host] = true; }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(lost_.size()); }
  [[nodiscard]] bool is_lost(std::uint32_t host) const { return lost_[host]; }
  /// Nullopt: the agent has not answered.
  [[nodiscard]] const std::optional<control::HelloFrame>& hello(std::uint32_t host) const {
    return hellos_[host];
  }
  [[nodiscard]] bool all_have_answered() const {
    return std::all_of(hellos_.begin(), hellos_.end(),
                       [](const auto& hello) { return hello.has_value(); });
  }

 private:
  std::vector<std::optional<control::HelloFrame>> hellos_;
  std::vector<bool> lost_;
};

}  // namespace dps::coordinator
