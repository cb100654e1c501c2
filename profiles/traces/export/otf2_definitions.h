/// The definitions of an OTF2 archive, which all locations share, and the numbers that they
/// assign. Source: docs/trace.md, "Conversions".
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <otf2/otf2.h>

#include "profiles/traces/export/otf2_error.h"
#include "profiles/traces/head.h"
#include "profiles/traces/spans.h"

namespace dps::traces {

/// The region of a span: its line, or one of the two that have none.
OTF2_RegionRef otf2_region_of(const TraceHead& head, const Line* line, SpanKind kind);

/// The communicators of messages and collective operations, and the ranks of processes in them.
class Otf2Communicators {
 public:
  /// The head is borrowed.
  explicit Otf2Communicators(const TraceHead& head);

  /// The communicator of a message type. That of a blueprint has all processes.
  [[nodiscard]] OTF2_CommRef of_type(std::uint32_t mid) const;
  /// The number of a communicator of the head: of an MPI program, or the members of a collective.
  [[nodiscard]] static OTF2_CommRef of_group(std::uint32_t communicator);
  /// The tag of its messages; for a blueprint the position of the type.
  [[nodiscard]] std::uint32_t tag_of(std::uint32_t mid) const;
  /// The rank of `peer` in this communicator, as `process` names it: in the other group of an
  /// intercommunicator.
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t mid, std::uint32_t process,
                                      std::uint32_t peer) const;
  /// The rank of `peer` in a communicator of the head.
  [[nodiscard]] std::uint32_t rank_in(std::uint32_t communicator, std::uint32_t process,
                                      std::uint32_t peer) const;
  /// True for two threads of one rank, too.
  [[nodiscard]] bool is_same_rank(std::uint32_t process, std::uint32_t other) const {
    return mains_[process] == mains_[other];
  }
  /// True if the communicator has two groups.
  [[nodiscard]] bool has_two_groups(std::uint32_t mid) const;

 private:
  using Ranks = std::unordered_map<std::uint32_t, std::uint32_t>;  // of processes

  const TraceHead& head_;
  std::vector<std::uint32_t> mains_;
  std::vector<Ranks> members_;  // by communicator
  std::vector<Ranks> others_;
};

/// Writes all definitions. `length`: of the trace. `events`: their number, by process.
void write_otf2_definitions(const TraceHead& head, Ticks length,
                            const std::vector<std::uint64_t>& events, OTF2_GlobalDefWriter* writer,
                            Otf2Error& error);

}  // namespace dps::traces
