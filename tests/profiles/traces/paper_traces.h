/// Traces in the form of the dissertation on MPI data sheets, from the times of its tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace dps::traces {

/// The states of a process, in order, each with its seconds.
struct PaperProcess {
  std::string name;
  std::vector<std::pair<std::string, double>> states;
};

/// Writes the lines of a trace, with instants of `decimals`. Source: dissertation, 2.4.1.
inline std::string paper_trace(const std::vector<PaperProcess>& processes, int decimals = 6) {
  std::string text =
      "$types\nState COMPUTE SEND RECV REDUCE BARRIER BCAST GATHER \\\n"
      "ALLGATHER ALLREDUCE COMMSPLIT WAIT BUSY DONE\n$bars\n";
  for (const PaperProcess& process : processes) {
    text += process.name + " State\n";
  }
  text += "$events\n";
  for (const PaperProcess& process : processes) {
    double instant = 0;
    for (const auto& [state, seconds] : process.states) {
      text += fmt::format("u:{} at {:.{}f}: P {}\n", process.name, instant, decimals, state);
      instant += seconds;
    }
    text += fmt::format("u:{} at {:.{}f}: P DONE\n", process.name, instant, decimals);
  }
  return text;
}

}  // namespace dps::traces
