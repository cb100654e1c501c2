/// The lines to the agents of a session, by host, and to those that it has parted with but whose
/// exits it still waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "control/frames.h"
#include "coordinator/agents/agent_link.h"

namespace dps::coordinator {

class AgentLinks {
 public:
  /// As many hosts; of a new one there is no agent.
  void resize(std::size_t hosts) { links_.resize(hosts); }
  /// The one that the host had, of an earlier try, retires.
  void set(std::uint32_t host, std::unique_ptr<AgentLink> link);
  /// Host kept[i], in rising order, becomes host i; the agents of the others are dismissed.
  void keep_only(std::span<const std::uint32_t> kept);
  void dismiss_all();
  /// Closes what is open: agents then end by themselves.
  void clear();

  /// Null: the host has no agent.
  [[nodiscard]] AgentLink* find(std::uint32_t host) const { return links_[host].get(); }
  [[nodiscard]] std::size_t hosts() const { return links_.size(); }
  /// Nothing, if the host has no agent.
  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t run);
  [[nodiscard]] std::string words_of(std::uint32_t host) const;

  // Of those that have been parted with too:
  [[nodiscard]] bool all_exited() const;
  void signal_all(int signal);

 private:
  void retire(std::unique_ptr<AgentLink>& link);

  std::vector<std::unique_ptr<AgentLink>> links_;    // by host; empty: could not be started
  std::vector<std::unique_ptr<AgentLink>> retired_;  // tried in vain, or dismissed
};

}  // namespace dps::coordinator
