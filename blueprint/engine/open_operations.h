/// The collective operations that the processes of a deadlock are in, for its report.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "blueprint/engine/progress.h"
#include "blueprint/program.h"

namespace dps::engine {

/// The contributions of each process, in process order; nullopt: the process did not answer.
using AllContributions = std::vector<std::optional<std::vector<Contributions>>>;

/// Describes the operations that processes are in. The numbers may come from other hosts; entries
/// that fit nothing in the program are left out.
class OpenOperations {
 public:
  /// `program` is borrowed.
  OpenOperations(const blueprint::Program& program, AllContributions all)
      : program_(program), all_(std::move(all)) {}

  /// A text for each operation that the process is in: "'Sum.m', operation 2 of the allreduce
  /// 'Sum.o' (8 members): Worker.p[1] and Worker.p[5] have not contributed".
  [[nodiscard]] std::vector<std::string> of(ProcessId self);

 private:
  [[nodiscard]] std::string text_of(const blueprint::Output& output,
                                    const Contributions& own) const;

  const blueprint::Program& program_;
  AllContributions all_;
  /// Texts by type, first member and number: all members of an operation have the same text.
  std::map<std::tuple<MessageId, ProcessId, std::uint64_t>, std::string> texts_;
};

}  // namespace dps::engine
