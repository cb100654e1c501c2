/// The messages for which the processes of a run waited, by type and sender.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profiles/clones.h"
#include "profiles/result.h"

namespace dps::profiles {

struct WaitCause {
  std::string mtag;       ///< empty: no message arrived before the processes ended
  std::string operation;  ///< "allreduce", if an output with -collective sends them
  std::string sender;     ///< a process, or the clone group if no clone stands out
  double share = 0;       ///< of the time that the processes were idle
};

class WaitCauses {
 public:
  /// `run` is borrowed.
  explicit WaitCauses(const RunProfile& run);

  /// The type of message and the senders for which the processes of the row waited longest. nullopt
  /// if they did not wait, or if the result does not contain it.
  [[nodiscard]] std::optional<WaitCause> longest(const ProcessRow& row) const;

 private:
  using Rows = std::vector<const MessageProfile*>;

  [[nodiscard]] Rows rows_for(const ProcessRow& row) const;

  std::unordered_map<std::string_view, Rows> by_receiver_;
};

}  // namespace dps::profiles
