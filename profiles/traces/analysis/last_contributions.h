/// The last contributions to collective operations that a library has performed (-alg native),
/// whose messages no trace has.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

class LastContributions {
 public:
  struct Contribution {
    std::uint32_t process = 0;
    Ticks time = 0;  ///< common time
  };

  /// Reads the events of the trace, which is not kept, if it has such operations.
  static Result<LastContributions> read(const Trace& trace);

  /// The member that has contributed last to the operation of a COLLECTIVE_… event of a blueprint;
  /// nullopt if no library has performed the operation.
  [[nodiscard]] std::optional<Contribution> last(const TraceHead& head, const Event& event) const;

 private:
  using Key = std::pair<std::uint32_t, std::uint64_t>;  // communicator, number

  std::map<Key, Contribution> last_;
};

}  // namespace dps::traces
