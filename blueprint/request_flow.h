/// Computes which messages may belong to requests, and which processes may have begun these.
/// Source: docs/language.md, "Requests".
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"
#include "blueprint/reach.h"

namespace dps::blueprint {

/// A superset: a message of an O line without -new may belong to a request of any message that may
/// complete the collection of its functionality, whichever process sent that.
class RequestFlow {
 public:
  RequestFlow(const Program& program, const Reach& reach);

  /// The processes that may have begun the request of a message of this type; empty if it belongs
  /// to none.
  [[nodiscard]] const ProcessSet& origins_of(MessageId mid) const { return origins_[index(mid)]; }
  [[nodiscard]] bool may_belong(MessageId mid) const { return !origins_of(mid).empty(); }
  /// The origins of the messages of all types of a collection.
  [[nodiscard]] ProcessSet origins_of(const Program& program, const Collection& collection) const;

 private:
  std::vector<ProcessSet> origins_;  // by mid
};

/// True if some process waits with -each or sends to ORIGIN: its steps may depend on the requests
/// of its messages.
bool distinguishes_requests(const Program& program);

/// A functionality that sends to ORIGIN although no message of a request can fire it: definitions.
struct UnknownOrigin {
  std::uint32_t functionality;
  std::uint32_t input;
  std::uint32_t output;
};

/// Returns one entry for each such F line that a process reaches, in line order.
std::vector<UnknownOrigin> find_unknown_origins(const Program& program);

}  // namespace dps::blueprint
