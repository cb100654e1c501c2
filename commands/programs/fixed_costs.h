/// The computing of ranks between two calls, in a prediction with a costs file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "mpi_programs/analysis/computing_costs.h"
#include "mpi_programs/analysis/source_lines.h"
#include "mpi_programs/board/request.h"
#include "mpi_programs/sequencer/program_time.h"

namespace dps::commands {

class FixedCosts {
 public:
  /// `costs` is the content of the file `name`, and borrowed.
  FixedCosts(const mpi_profiles::ComputingCosts& costs, std::string name)
      : costs_(costs), name_(std::move(name)) {}

  /// Stores the place of a site (board::RequestKind::kNameSite). Returns false for invalid
  /// requests.
  bool describe(std::int32_t rank, const board::BoardRequest& request,
                const std::vector<std::int32_t>& listed);
  /// The answer to board::RequestKind::kCost; nullopt if the request is invalid.
  std::optional<board::BoardReply> cost_of(std::int32_t rank, const board::BoardRequest& request);

  /// The pairs of calls that the file does not have; "" if there are none.
  [[nodiscard]] std::string note() const;

 private:
  /// "MPI_Recv@life.cc:30".
  [[nodiscard]] std::string call_of(std::int32_t rank, std::int32_t log, std::uint16_t function,
                                    std::int32_t site) const;

  const mpi_profiles::ComputingCosts& costs_;
  std::string name_;
  mpi_profiles::SourceLines lines_;
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::string>
      places_;  // by rank, log and site
  std::set<mpi_profiles::CallPair> lacking_;
};

/// The error of a rank, or of dps itself, that cannot count instructions. `error`: the errno of
/// board::open_instruction_counter().
sequencer::Obstacle counter_obstacle(int error);

}  // namespace dps::commands
