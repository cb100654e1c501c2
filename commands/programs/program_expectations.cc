#include "commands/programs/program_expectations.h"

#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::commands {
namespace {

using profiles::Expectation;
using profiles::Figure;

constexpr std::string_view kProcesses = "p";

/// Resolves the name in a figure. Returns the error, or "".
std::string resolve(Figure& figure) {
  if (figure.is_age()) {
    return "an MPI program has no requests, and so no ages of requests";
  }
  if (figure.kind == Figure::Kind::kUtilisation && figure.name != kProcesses) {
    return fmt::format("the processes of an MPI program are 'p', not '{}': write utilisation(p)",
                       printable(figure.name));
  }
  figure.is_message = !figure.name.starts_with("MPI_");
  return "";
}

/// The names that figures may have.
struct KnownNames {
  std::set<std::string> messages;
  std::set<std::string> calls;

  explicit KnownNames(const profiles::RunResult& result) {
    for (const profiles::RunProfile& run : result.runs) {
      for (std::size_t i = 0; run.latencies && i < run.latencies->messages.size(); ++i) {
        messages.insert(run.latencies->messages[i].mtag);
      }
      for (const profiles::ProcessProfile& process : run.processes) {
        for (const profiles::UnitProfile& unit : process.units) {
          for (const profiles::FunctionalityProfile& row : unit.functionalities) {
            calls.insert(row.ftag);
          }
        }
      }
    }
  }

  [[nodiscard]] std::string wrong_in(const Figure& figure) const {
    if (figure.name.empty() || figure.kind == Figure::Kind::kUtilisation) {
      return "";
    }
    const bool is_message = figure.is_latency() && figure.is_message;
    if ((is_message ? messages : calls).contains(figure.name)) {
      return "";
    }
    return is_message ? fmt::format(
                            "no message has the tag '{}': write tag5, elsewhere than in "
                            "MPI_COMM_WORLD tag5@comm1, or a call such as MPI_Recv@life.cc:30",
                            printable(figure.name))
                      : fmt::format(
                            "the program has no call '{}': the table of sites has their names, as "
                            "in MPI_Recv@life.cc:30",
                            printable(figure.name));
  }
};

std::string line_for(const Expectation& expectation, const std::string& wrong) {
  return wrong.empty() ? ""
                       : fmt::format("--expect '{}': {}",
                                     printable(std::string_view(expectation.text)), wrong);
}

}  // namespace

Result<std::vector<Expectation>> program_expectations(std::span<const Expectation> given) {
  std::vector<Expectation> resolved(given.begin(), given.end());
  for (Expectation& expectation : resolved) {
    std::string wrong = resolve(expectation.quantity.figure);
    if (wrong.empty() && expectation.quantity.divisor) {
      wrong = resolve(*expectation.quantity.divisor);
    }
    if (!wrong.empty()) {
      return failure(ErrorCode::kInput, line_for(expectation, wrong));
    }
  }
  return resolved;
}

std::string unknown_names(std::span<const Expectation> expectations,
                          const profiles::RunResult& result) {
  const KnownNames known(result);
  std::string lines;
  for (const Expectation& expectation : expectations) {
    std::string wrong = known.wrong_in(expectation.quantity.figure);
    if (wrong.empty() && expectation.quantity.divisor) {
      wrong = known.wrong_in(*expectation.quantity.divisor);
    }
    if (!wrong.empty()) {
      lines += (lines.empty() ? "" : "\n") + line_for(expectation, wrong);
    }
  }
  return lines;
}

}  // namespace dps::commands
