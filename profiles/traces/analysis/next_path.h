/// The longest path of a run that the work of a group is not part of: it bounds what less work of
/// that group can gain. Source: docs/trace.md, "Why".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profiles/traces/analysis/path_shares.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {

struct NextPath {
  std::uint32_t group = 0;  ///< whose work takes no time on it
  Ticks length = 0;
};

/// The group with most of the work on the path: computing, sending and taking. None if there is no
/// work on it, or if the lengths of the steps depend on the group: in an MPI program, whose ranks
/// are one group, and where processes share cores.
std::optional<std::uint32_t> group_with_most_work(const TraceHead& head,
                                                  std::span<const PathPart> shares);

/// The length of the path through the same events on which the work of the group takes no time.
/// Where the trace does not show what an event waited for, it waits for nothing: the path is never
/// too long. Keeps the messages that are under way.
class PathWithout {
 public:
  /// The head is borrowed.
  PathWithout(const TraceHead& head, std::uint32_t group);

  /// To be called with each event of the trace.
  void add(const MergedEvents::Next& next);
  [[nodiscard]] NextPath path() const { return {group_, length_}; }

 private:
  /// An instant of the run, and the same one if the work takes no time.
  struct Instant {
    Ticks then = 0;
    Ticks now = 0;

    [[nodiscard]] Instant after(Ticks time, bool passes) const;
  };
  struct PathProcess {
    Instant at;               ///< of its last step
    bool works = true;        ///< its work takes time
    bool listens = false;     ///< it has made room for messages since then
    bool is_waiting = false;  ///< for a message, or for room, since then
    bool has_begun = false;
  };
  struct Sent {
    Instant last;  ///< its begin or, once it has ended, its end
    bool has_ended = false;
    Instant arrival;
  };

  static void step(PathProcess& state, Ticks time);
  void note_send(const MergedEvents::Next& next);
  void arrive(const MergedEvents::Next& next);
  void take(const MergedEvents::Next& next);
  void end_hold(const MergedEvents::Next& next);

  const TraceHead& head_;
  std::uint32_t group_;
  std::vector<PathProcess> states_;  // by process
  OpenMessages<Sent> open_;
  Ticks length_ = 0;
};

}  // namespace dps::traces
