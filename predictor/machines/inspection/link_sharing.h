/// Finds how messages affect one another in the network of a machine: the time of one message
/// alone, and the link on which two of them meet.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "predictor/machines/inspection/lone_messages.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/topology.h"

namespace dps::machines {

/// Plays single messages between the processes of a program, and keeps the answers. On a topology
/// the routes decide which link two messages share; on other machines an experiment decides:
/// whether one delays the other.
class LinkSharing {
 public:
  /// Borrows the machine. `host_of`: the host of each process; not used if the machine has no
  /// hosts, so that each process has its own.
  LinkSharing(const Machine& machine, std::span<const std::uint32_t> host_of,
              std::uint32_t processes);
  LinkSharing(const LinkSharing&) = delete;
  LinkSharing& operator=(const LinkSharing&) = delete;
  ~LinkSharing() = default;

  /// The time from the entry of the letter to its arrival, with nothing else under way; kNever if
  /// it does not arrive.
  Picoseconds alone(const Letter& letter);

  /// The slowest link that the letters share; nullopt: none. The sizes are ignored.
  std::optional<std::uint32_t> shared_link(const Letter& one, const Letter& other);

  /// "h0->r(0,0)"; on machines without a topology "the link of h0", "the link to h1", "the
  /// network".
  [[nodiscard]] std::string link_name(std::uint32_t link) const;

 private:
  using Hosts = std::pair<std::uint32_t, std::uint32_t>;  // from, to

  [[nodiscard]] Hosts hosts_of(const Letter& letter) const {
    return {host_of_[letter.from], host_of_[letter.to]};
  }
  const std::vector<std::uint32_t>& route_of(const Hosts& hosts);
  std::optional<std::uint32_t> find_shared(const Letter& one, const Letter& other);
  [[nodiscard]] std::optional<std::uint32_t> common_link(const Hosts& one, const Hosts& other);
  [[nodiscard]] bool delays(const Letter& one, const Letter& other) const;
  [[nodiscard]] Picoseconds arrival_of_first(std::span<const Letter> letters) const;
  std::uint32_t named_link(const Hosts& one, const Hosts& other);

  const Machine& machine_;
  std::vector<std::uint32_t> host_of_;   // by process
  std::unique_ptr<RouteFinder> finder_;  // null: no topology
  std::map<Hosts, std::vector<std::uint32_t>> routes_;
  std::map<std::pair<Hosts, Hosts>, std::optional<std::uint32_t>> shared_;
  std::map<std::tuple<Hosts, std::uint64_t, bool, bool>, Picoseconds> alone_;
  std::vector<std::string> names_;  // of links, without a topology
  LoneMessages lone_messages_;
};

}  // namespace dps::machines
