/// The links to the agents of all hosts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "coordinator/agents/agent_link.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// Links by host. A link that is replaced or dismissed is retired: its events are no longer
/// reported, but its child still has to exit.
class AgentLinks {
 public:
  /// Resizes to `hosts`; new entries have no agent.
  void resize(std::size_t hosts) { links_.resize(hosts); }
  /// Sets the link of the host (null: no agent) and retires its former link, of an earlier attempt.
  void set(std::uint32_t host, std::unique_ptr<AgentLink> link);
  /// Renumbers the hosts: kept[i], in ascending order, becomes i. Dismisses the agents of all
  /// others.
  void keep_only(std::span<const std::uint32_t> kept);
  /// Sends BYE to all agents and retires their links. Afterwards there are no hosts.
  void dismiss_all();
  /// Closes all links. Agents that still run get the end of their input, and end.
  void clear();

  /// Returns null if the host has no agent.
  [[nodiscard]] AgentLink* find(std::uint32_t host) const { return links_[host].get(); }
  [[nodiscard]] std::size_t hosts() const { return links_.size(); }
  /// Does nothing if the host has no agent.
  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t run);
  [[nodiscard]] std::string words_of(std::uint32_t host) const;

  // These include retired links:
  [[nodiscard]] bool all_exited() const;
  void signal_all(int signal);

 private:
  void retire(std::unique_ptr<AgentLink>& link);

  std::vector<std::unique_ptr<AgentLink>> links_;    // by host; null: no agent
  std::vector<std::unique_ptr<AgentLink>> retired_;  // of earlier attempts, or dismissed
};

}  // namespace dps::coordinator
