#include "profiles/comparison/comparison_causes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "profiles/result.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostCauses = 10;

/// Which of the two results is the run if the other is a prediction; kAlike if both are the same.
enum class Roles : std::uint8_t { kAlike, kRunIsA, kRunIsB };

struct ComparedResults {
  const RunResult& a;
  const RunResult& b;
  Roles roles;

  [[nodiscard]] const RunResult& prediction() const { return roles == Roles::kRunIsA ? b : a; }
};

Roles roles_of(const ResultComparison& comparison) {
  if ((comparison.a.kind == "predict") == (comparison.b.kind == "predict")) {
    return Roles::kAlike;
  }
  return comparison.b.kind == "predict" ? Roles::kRunIsA : Roles::kRunIsB;
}

/// The same time in the run and in the prediction.
struct RunAndPrediction {
  double run_s, predicted_s;
};

RunAndPrediction by_role(const TimePair& time, Roles roles) {
  return roles == Roles::kRunIsA ? RunAndPrediction{time.a_s, time.b_s}
                                 : RunAndPrediction{time.b_s, time.a_s};
}

TimePair per_message(const TimePair& time, const TimePair& messages) {
  return {messages.a_s > 0 ? time.a_s / messages.a_s : 0,
          messages.b_s > 0 ? time.b_s / messages.b_s : 0};
}

/// Returns the host of the first clone of a row; nullptr if the result does not describe it.
const HostProfile* host_of(const RunResult& result, const std::string& process) {
  for (const ProcessProfile& profile : result.runs.front().processes) {
    if (profile.ptag == process || clone_group(profile.ptag) == process) {
      const auto host = std::find_if(result.hosts.begin(), result.hosts.end(),
                                     [&](const HostProfile& h) { return h.name == profile.host; });
      return host == result.hosts.end() ? nullptr : &*host;
    }
  }
  return nullptr;
}

/// Returns the number of processes per core on the host of a row's first clone; 0 if unknown.
double processes_per_core(const RunResult& result, const std::string& process) {
  const HostProfile* host = host_of(result, process);
  if (host == nullptr || host->cores == 0) {
    return 0;
  }
  const auto& processes = result.runs.front().processes;
  const auto here = std::count_if(processes.begin(), processes.end(),
                                  [&](const ProcessProfile& p) { return p.host == host->name; });
  return static_cast<double>(here) / static_cast<double>(host->cores);
}

/// True if the process probably shared a core in one of the results: a time that it should need a
/// core for differs without its CPU time, or the slower side has more processes than cores and the
/// higher load.
bool shared_its_core(const ComparedResults& results, const ComparedRow& row, const TimePair& time) {
  const double in_a = processes_per_core(results.a, row.name);
  const double in_b = processes_per_core(results.b, row.name);
  const bool a_is_slower = time.a_s > time.b_s;
  const double slower = a_is_slower ? in_a : in_b;
  const double faster = a_is_slower ? in_b : in_a;
  return std::abs(row.cpu.difference_s()) < std::abs(time.difference_s()) / 4 ||
         (slower > 1 && slower > faster);
}

std::string advise_compute(const ComparedResults& results, const ComparedRow& row) {
  const RunAndPrediction compute = by_role(row.kinds->compute, results.roles);
  if (compute.predicted_s <= 0) {
    return "the prediction charges no time: add 'cost' to the C lines, or predict with --costs";
  }
  if (shared_its_core(results, row, row.kinds->compute)) {
    return "processes shared cores differently than predicted: check 'cores' and 'turn' in the "
           "machine "
           "file, the placement (T lines), and the load of the hosts";
  }
  const HostProfile* host = host_of(results.prediction(), row.name);
  const std::string speed =
      host != nullptr && compute.run_s > 0
          ? fmt::format(" ({} instead of {:.0f})",
                        std::max(1.0, std::round(static_cast<double>(host->speed) *
                                                 compute.predicted_s / compute.run_s)),
                        static_cast<double>(host->speed))
          : "";
  return fmt::format(
      "adjust 'speed' of the machine{}; for 'work' components 'multiply'; for 'call' and 'exec' "
      "components their 'cost'",
      speed);
}

/// The names of the parts of a machine in advice: the keys of a machine file, or the equations of a
/// data sheet.
struct MachineWords {
  std::string_view send;
  std::string_view blocked;
  std::string_view take;
  std::string_view wait;
};

constexpr MachineWords kMachineKeys{
    "'send' and 'send_per_byte', for packed bodies 'pack_per_byte' and 'xdr_per_byte', for large "
    "messages 'buffer' and 'bandwidth'",
    "processes shared cores, or links and receivers blocked the sends ('buffer', 'bandwidth')",
    "'receive', 'receive_per_byte' and 'unpack_per_byte'",
    "'latency', 'bandwidth' and 'wakeup' of the machine, links and cores that processes share"};
constexpr MachineWords kSheetEquations{
    "the equation 'send', for packed bodies 'pack', for large messages 'eager'",
    "processes shared cores, or receivers blocked the sends ('eager')",
    "the equation 'recvmin', and for packed bodies 'unpack',",
    "the equation 'recv' of the machine, cores that processes share"};

const MachineWords& words_of(const RunResult& prediction) {
  const auto kind = std::find_if(prediction.environment.begin(), prediction.environment.end(),
                                 [](const auto& entry) { return entry.first == "machine_kind"; });
  const bool is_sheet = kind != prediction.environment.end() && kind->second == "\"datasheet\"";
  return is_sheet ? kSheetEquations : kMachineKeys;
}

/// Returns advice for a prediction that differs from a run: the keys of the machine file to change.
std::string advise_prediction(const ComparedResults& results, const ComparedRow& row,
                              TimeKind kind) {
  const auto each = [&](const TimePair& time, const TimePair& messages, std::string_view keys,
                        std::string_view without_cpu) {
    const RunAndPrediction one = by_role(per_message(time, messages), results.roles);
    const std::string what =
        shared_its_core(results, row, time)
            ? fmt::format(
                  "the CPU time does not show it: {}; check 'cores' in the machine file, the "
                  "placement (T lines), and the load of the hosts",
                  without_cpu)
            : fmt::format("adjust {} of the machine", keys);
    return fmt::format("{} per message, predicted {}: {}", text::time_text(one.run_s),
                       text::time_text(one.predicted_s), what);
  };
  const MachineWords& words = words_of(results.prediction());
  switch (kind) {
    case TimeKind::kCompute:
      return advise_compute(results, row);
    case TimeKind::kSend:
      return each(row.kinds->send, row.msgs_out, words.send, words.blocked);
    case TimeKind::kTake:
      return each(row.kinds->take, row.msgs_in, words.take, "processes shared cores");
    case TimeKind::kWait:
      break;
  }
  return fmt::format("the process waits for messages: check {}, and the processes that send to it",
                     words.wait);
}

/// Returns advice for two runs, or two predictions, that differ.
std::string advise_alike(const ComparedResults& results, const ComparedRow& row, TimeKind kind) {
  switch (kind) {
    case TimeKind::kCompute:
      return shared_its_core(results, row, row.kinds->compute)
                 ? "processes shared cores differently: check the placement and the load of the "
                   "hosts"
                 : "the CPU time differs as well: check the hosts, their clock rates and the work "
                   "done";
    case TimeKind::kSend:
      return shared_its_core(results, row, row.kinds->send)
                 ? "the CPU time does not show it: processes shared cores, or receivers blocked "
                   "the "
                   "sends; check the placement and the load of the hosts"
                 : "check the network, the transport, and the receivers, which may have been slow "
                   "to take messages";
    case TimeKind::kTake:
      return "check the transport, packing, and the load of the hosts";
    case TimeKind::kWait:
      break;
  }
  return "the process waits for messages: check the network between its hosts, and the processes "
         "that send to it";
}

TimePair wait_without_take(const TimesByKind& kinds) {
  return {kinds.wait.a_s - kinds.take.a_s, kinds.wait.b_s - kinds.take.b_s};
}

TimePair time_of(const ComparedRow& row, TimeKind kind) {
  switch (kind) {
    case TimeKind::kCompute:
      return row.kinds->compute;
    case TimeKind::kSend:
      return row.kinds->send;
    case TimeKind::kTake:
      return row.kinds->take;
    case TimeKind::kWait:
      break;
  }
  return wait_without_take(*row.kinds);
}

/// Returns the name of the functionality (for kWait the unit) with the largest difference, provided
/// that it has at least half of the difference of the process; otherwise "".
std::string part_of(const ComparedRow& process, TimeKind kind) {
  if (kind == TimeKind::kTake) {
    return "";  // recorded per process only
  }
  std::string name;
  double largest = std::abs(time_of(process, kind).difference_s()) / 2;
  const auto consider = [&](const ComparedRow& row, std::string label) {
    const double here = row.kinds ? time_of(row, kind).difference_s() : 0;
    if (std::abs(here) >= largest && std::abs(here) > 0) {
      largest = std::abs(here);
      name = std::move(label);
    }
  };
  for (const ComparedRow& unit : process.parts) {
    if (kind == TimeKind::kWait) {
      consider(unit, printable(unit.name));
      continue;
    }
    for (const ComparedRow& functionality : unit.parts) {
      consider(functionality, printable(functionality.name) + " of " + printable(unit.name));
    }
  }
  return name;
}

/// A difference that may become a cause, with its sort key.
struct Candidate {
  const ComparedRow* row;
  TimeKind kind;
  TimePair time;
  bool explains;  ///< it explains at least half of the makespans' difference (causes_of())
  double weight;  ///< absolute difference in seconds, over all clones if `explains`
};

std::vector<Candidate> sorted_candidates(const ResultComparison& comparison) {
  std::vector<Candidate> candidates;
  const double makespans = comparison.makespan.difference_s();
  for (const ComparedRow& row : comparison.rows) {
    for (const TimeKind kind :
         {TimeKind::kCompute, TimeKind::kSend, TimeKind::kTake, TimeKind::kWait}) {
      const TimePair time = time_of(row, kind);
      const double difference = time.difference_s();
      const double of_all = difference * static_cast<double>(std::max(row.clones_a, row.clones_b));
      const bool is_off = std::abs(difference) > time.a_s * comparison.tolerance_percent / 100;
      const bool same_way = difference * makespans > 0;
      const bool explains = kind != TimeKind::kWait && is_off && same_way &&
                            std::abs(of_all) >= std::abs(makespans) / 2;
      if (difference > 0 || difference < 0) {  // not if it is unknown
        candidates.push_back(
            {&row, kind, time, explains, std::abs(explains ? of_all : difference)});
      }
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& x, const Candidate& y) {
                     return x.explains != y.explains ? x.explains : x.weight > y.weight;
                   });
  return candidates;
}

}  // namespace

std::vector<DifferenceCause> causes_of(const ResultComparison& comparison, const RunResult& a,
                                       const RunResult& b) {
  const ComparedResults results{a, b, roles_of(comparison)};
  auto candidates = sorted_candidates(comparison);
  if (candidates.size() > kMostCauses) {
    candidates.erase(candidates.begin() + kMostCauses, candidates.end());
  }
  std::vector<DifferenceCause> causes;
  causes.reserve(candidates.size());
  for (const Candidate& one : candidates) {
    DifferenceCause cause{one.kind, one.row->name, part_of(*one.row, one.kind), one.time, ""};
    cause.what_to_do = results.roles == Roles::kAlike
                           ? advise_alike(results, *one.row, one.kind)
                           : advise_prediction(results, *one.row, one.kind);
    causes.push_back(std::move(cause));
  }
  return causes;
}

}  // namespace dps::profiles
