/// The calls of a prediction that no model of virtual time covers, as ranks report them.
/// Source: docs/programs.md, "Predictions".
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "mpi_programs/board/request.h"
#include "mpi_programs/library/functions.h"
#include "mpi_programs/sequencer/program_time.h"

namespace dps::sequencer {

class UnmodelledCalls {
 public:
  using Function = mpi_library::Function;

  /// Called when MPI begins to carry out the call in real time.
  void leave(const board::BoardRequest& request) { ++calls_of(request).calls; }
  /// Called when MPI has carried it out. The request contains its duration in nanoseconds.
  void come_back(const board::BoardRequest& request) {
    calls_of(request).nanoseconds += request.bytes;
  }
  /// Called when a function of dynamic processes has returned its error.
  void refuse(const board::BoardRequest& request) {
    refused_.insert(static_cast<Function>(request.function));
  }

  [[nodiscard]] const std::map<Function, AwayCalls>& away() const { return away_; }
  /// A note for each function that was refused.
  void add_notes(std::vector<std::string>& notes) const;

 private:
  AwayCalls& calls_of(const board::BoardRequest& request) {
    return away_[static_cast<Function>(request.function)];
  }

  std::map<Function, AwayCalls> away_;
  std::set<Function> refused_;
};

}  // namespace dps::sequencer
