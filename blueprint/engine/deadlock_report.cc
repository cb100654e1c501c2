#include "blueprint/engine/deadlock_report.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/printable.h"
#include "base/units.h"

namespace dps::engine {
namespace {

/// Formats 0, 1, 2, 5 as "0..2,5"; "…" replaces everything after ten ranges.
std::string ranges(const std::vector<std::uint32_t>& indices) {
  std::string text;
  std::size_t parts = 0;
  for (std::size_t i = 0; i < indices.size(); ++parts) {
    if (parts == 10) {
      return text + ",…";
    }
    std::size_t last = i;
    while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1) {
      ++last;
    }
    text += (parts == 0 ? "" : ",") + std::to_string(indices[i]);
    if (last > i) {
      text += ".." + std::to_string(indices[last]);
    }
    i = last + 1;
  }
  return text;
}

void add_lacks(const std::vector<Lack>& lacks, std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lacks.size(); ++i) {
    const Lack& lack = lacks[i];
    const bool same = i > 0 && lacks[i - 1].ftag == lack.ftag && lacks[i - 1].itag == lack.itag &&
                      lacks[i - 1].request.name == lack.request.name;
    const std::string pair =
        format_count(lack.has) + " of " + format_count(lack.wants) + " " + printable(lack.mtag);
    if (same) {
      lines.back() += ", " + pair;
    } else {
      lines.push_back("    " + printable(lack.ftag) + " (" + printable(lack.itag) + ")" +
                      (lack.request.name.empty() ? "" : " for " + lack.request.name) + " has " +
                      pair);
    }
    const bool is_last =
        i + 1 == lacks.size() || lacks[i + 1].ftag != lack.ftag || lacks[i + 1].itag != lack.itag;
    if (is_last && lack.request.others > 0) {
      lines.push_back("    and " + counted(lack.request.others, "more request"));
    }
  }
}

/// Lists the places of messages that the user may believe were counted.
void add_recounts(const std::vector<Lack>& lacks, std::vector<std::string>& lines) {
  std::string listed;
  for (const Lack& lack : lacks) {
    if (lack.also_in.empty() || !lack.request.name.empty() || lack.has >= lack.wants ||
        lack.itag == listed) {
      continue;
    }
    std::string units;
    for (const std::string& futag : lack.also_in) {
      units += (units.empty() ? "" : ", ") + printable(futag);
    }
    lines.push_back("    " + printable(lack.itag) +
                    " counts anew in each unit: messages that were taken in " + units +
                    " do not count here");
    listed = lack.itag;
  }
}

/// The lines about a process, which follow its name.
std::vector<std::string> state_lines(const WaitingProcess& process) {
  std::vector<std::string> lines;
  add_lacks(process.lacks, lines);
  add_recounts(process.lacks, lines);
  for (const QueueState& queue : process.queues) {
    lines.push_back("    " + counted(queue.count, "message") + " '" + printable(queue.mtag) + "' " +
                    (queue.count == 1 ? "waits" : "wait") + " for an answer of " +
                    printable(queue.receivers) +
                    (queue.window == 0 ? "" : " (-window " + format_count(queue.window) + ")"));
  }
  for (const std::string& operation : process.operations) {
    lines.push_back("    waits for " + operation);
  }
  if (process.lacks.empty() && process.queues.empty() && process.operations.empty()) {
    lines.push_back("    no message can fire anything in this unit");
  }
  for (const LeftOver& left : process.unclaimed) {
    lines.push_back("    unclaimed: " + format_count(left.count) + " " + printable(left.mtag) +
                    ", taken in " + printable(left.futag));
  }
  return lines;
}

/// Clones in the same state.
struct WaitingClones {
  std::string ptag;
  std::string futag;
  std::vector<std::string> lines;
  std::vector<std::uint32_t> indices;
};

std::vector<WaitingClones> states_of(const std::vector<WaitingProcess>& processes) {
  std::vector<WaitingClones> states;
  std::map<std::tuple<std::string, std::string, std::vector<std::string>>, std::size_t> known;
  for (const WaitingProcess& process : processes) {
    auto lines = state_lines(process);
    const auto [place, added] =
        known.try_emplace(std::tuple(process.ptag, process.futag, lines), states.size());
    if (added) {
      states.push_back({process.ptag, process.futag, std::move(lines), {}});
    }
    states[place->second].indices.push_back(process.index);
  }
  return states;
}

}  // namespace

std::vector<std::string> deadlock_report(const std::vector<WaitingProcess>& processes,
                                         std::size_t most, UnderWay under_way) {
  const std::vector<WaitingClones> states = states_of(processes);
  std::vector<std::string> lines;
  lines.push_back("deadlock: " + counted(processes.size(), "process waits", "processes wait") +
                  (under_way == UnderWay::kNone ? " and no message is under way"
                                                : " and all messages under way are blocked"));
  std::size_t listed = 0;
  for (std::size_t i = 0; i < std::min(most, states.size()); ++i) {
    const WaitingClones& state = states[i];
    lines.push_back("  " + printable(state.ptag) + "[" + ranges(state.indices) + "] " +
                    (state.indices.size() == 1 ? "waits" : "wait") + " in " +
                    printable(state.futag));
    lines.insert(lines.end(), state.lines.begin(), state.lines.end());
    listed += state.indices.size();
  }
  if (listed < processes.size()) {
    lines.push_back("  and " + format_count(processes.size() - listed) + " more");
  }
  return lines;
}

}  // namespace dps::engine
