/// The report of a deadlock: the waiting processes, their units, the messages that they wait for,
/// and the messages that they have taken and not used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dps::engine {

/// A request under way in a collection with -each, which counts its messages apart.
struct LackingRequest {
  std::string name;          ///< "Client.p[0] 17"; "" if none is under way, or without -each
  std::uint64_t others = 0;  ///< requests that are not listed, after the last one that is
};

/// One pair of a collection that a process waits for.
struct Lack {
  std::string ftag;
  std::string itag;
  std::string mtag;
  std::uint64_t has = 0;
  std::uint64_t wants = 0;
  /// Other units of the process that have the same collection, if it wants several messages: a unit
  /// counts only messages that it has taken itself, which users may not expect.
  std::vector<std::string> also_in = {};
  LackingRequest request = {};
};

/// Messages that were taken and never used.
struct LeftOver {
  std::string mtag;
  std::string futag;  ///< the unit that took them
  std::uint64_t count = 0;
};

/// Messages of an O line that wait in their sender for an answer.
struct QueueState {
  std::string mtag;
  std::string receivers;  ///< "Worker.p[0..3]"
  std::uint64_t count = 0;
  std::uint64_t window = 0;  ///< -window; 0: not known
};

/// A process that waits forever.
struct WaitingProcess {
  std::string ptag;
  std::uint32_t index = 0;  ///< among its clones
  std::string futag;        ///< of the active unit
  std::vector<Lack> lacks;  ///< by collection, in the order of the U line
  std::vector<LeftOver> unclaimed;
  std::vector<QueueState> queues = {};
  std::vector<std::string> operations = {};  ///< collective ones that it is in (open_operations.h)
};

/// States of clones that a report lists by default.
inline constexpr std::size_t kMostStates = 20;

/// The messages that are under way in a deadlock.
enum class UnderWay : std::uint8_t {
  kNone,
  kBlocked,  ///< they block one another in the network, or wait for those that do
};

/// The report as lines without line ends. Clones of a ptag that are in the same state share their
/// lines ("Worker.p[0..2,5]"). If there are more than `most` different states, the others are only
/// counted. `processes` must be in process order, without waiting servers.
std::vector<std::string> deadlock_report(const std::vector<WaitingProcess>& processes,
                                         std::size_t most = kMostStates,
                                         UnderWay under_way = UnderWay::kNone);

}  // namespace dps::engine
