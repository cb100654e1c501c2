#include "profiles/comparison/comparison_advice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "profiles/environment.h"
#include "profiles/result.h"

namespace dps::profiles {
namespace {

// --- whether processes shared cores --------------------------------------------------------------

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

/// The two results and the row that differs.
struct Difference {
  const ComparedRow& row;
  const RunResult& a;
  const RunResult& b;
};

/// The time of a kind that a process needs a core for.
const TimePair& working_time(const ComparedRow& row, TimeKind kind) {
  return kind == TimeKind::kCompute ? row.kinds->compute
         : kind == TimeKind::kSend  ? row.kinds->send
                                    : row.kinds->take;
}

/// The difference of the CPU times that can be due to work of this kind. The CPU time of a row is
/// that of all its work: compute explains as much of the difference as its own times differ, and
/// only the rest can be due to messages.
double cpu_difference_s(const ComparedRow& row, TimeKind kind) {
  const double cpu = row.cpu.difference_s();
  const double compute = row.kinds->compute.difference_s();
  if (kind == TimeKind::kCompute || cpu * compute <= 0) {
    return cpu;
  }
  return cpu - std::copysign(std::min(std::abs(cpu), std::abs(compute)), cpu);
}

/// The sign that the process probably shared a core in one of the results: a time that it should
/// need a core for differs without its CPU time, or the slower side has more processes than cores
/// and the higher load. Empty if there is none.
std::string_view sign_of_shared_core(const Difference& of, TimeKind kind) {
  const TimePair& time = working_time(of.row, kind);
  const double in_a = processes_per_core(of.a, of.row.name);
  const double in_b = processes_per_core(of.b, of.row.name);
  const bool a_is_slower = time.a_s > time.b_s;
  const double slower = a_is_slower ? in_a : in_b;
  const double faster = a_is_slower ? in_b : in_a;
  return std::abs(cpu_difference_s(of.row, kind)) < std::abs(time.difference_s()) / 4
             ? "the CPU time does not show it"
         : slower > 1 && slower > faster ? "its host had more processes than cores"
                                         : "";
}

bool shared_its_core(const Difference& of, TimeKind kind) {
  return !sign_of_shared_core(of, kind).empty();
}

// --- the words of machines -----------------------------------------------------------------------

/// The names of the parts of a machine in advice: keys of its file, equations or formulas. `more`:
/// for some messages only. `shared`: what makes processes wait, apart from the times of `wait`.
/// `has_cores`: the file has the keys 'cores' and 'turn'.
struct MachineWords {
  std::string_view kind;
  std::string_view compute;
  std::string_view send, more_send;
  std::string_view blocked;
  std::string_view take, more_take;
  std::string_view wait, shared;
  bool has_cores;
};

constexpr std::array kMachineWords{
    MachineWords{
        "native", "'speed' and 'multiply'", "'send' and 'send_per_byte'",
        ", for packed bodies 'pack_per_byte' and 'xdr_per_byte', for large messages 'buffer' and "
        "'bandwidth'",
        "processes shared cores, or links and receivers blocked the sends ('buffer', 'bandwidth')",
        "'receive', 'receive_per_byte' and 'unpack_per_byte'", "",
        "'latency', 'bandwidth' and 'wakeup'", "links and cores that processes share", true},
    MachineWords{"datasheet", "'speed' and 'multiply'", "the equation 'send'",
                 ", for packed bodies 'pack', for large messages 'eager'",
                 "processes shared cores, or receivers blocked the sends ('eager')",
                 "the equation 'recvmin'", ", and for packed bodies 'unpack',",
                 "the equation 'recv'", "cores that processes share", true},
    MachineWords{"architecture", "'time for one multiply'", "'send latency'", "",
                 "processes shared cores", "'receive latency'", "",
                 "'receive latency', 'time to send 1 word' and 'network type'",
                 "receivers that are not ready", false},
    MachineWords{"parasol", "the timings of the processors",
                 "the formula 'send' of the run-time section", ", for packed bodies 'packbyte'",
                 "processes shared cores", "the formula 'receive' of the run-time section",
                 ", for packed bodies 'unpackbyte',", "'latency' and 'speed' of the links",
                 "links and processors that processes share", false},
};

/// The value of --compute in the prediction of an MPI program.
std::string computing_of(const RunResult& prediction) {
  return printable(environment_of(prediction, "compute"));
}

const MachineWords& words_of(const RunResult& prediction) {
  const std::string kind = environment_of(prediction, "machine_kind");
  const auto* const known =
      std::find_if(kMachineWords.begin(), kMachineWords.end(),
                   [&](const MachineWords& words) { return words.kind == kind; });
  return known == kMachineWords.end() ? kMachineWords.front() : *known;
}

TimePair per_message(const TimePair& time, const TimePair& messages) {
  return {messages.a_s > 0 ? time.a_s / messages.a_s : 0,
          messages.b_s > 0 ? time.b_s / messages.b_s : 0};
}

/// The time for each message that the process sends, or takes.
TimePair time_of_each(const ComparedRow& row, TimeKind kind) {
  return per_message(working_time(row, kind), kind == TimeKind::kSend ? row.msgs_out : row.msgs_in);
}

// --- a run and its prediction --------------------------------------------------------------------

struct RunAndPrediction {
  const Difference& of;
  const RunResult& prediction;

  [[nodiscard]] double in_run(const TimePair& time) const {
    return &prediction == &of.b ? time.a_s : time.b_s;
  }
  [[nodiscard]] double predicted(const TimePair& time) const {
    return &prediction == &of.b ? time.b_s : time.a_s;
  }
  /// The conditions to check if processes shared cores. An MPI program has no T lines.
  [[nodiscard]] std::string_view placement() const {
    return prediction.program ? "the placement, and the load of the hosts"
                              : "the placement (T lines), and the load of the hosts";
  }
};

/// Advice on the prediction of an MPI program that charges less or more time than the run takes.
std::string advise_computing_of_program(const RunResult& prediction, double in_run,
                                        double predicted) {
  constexpr std::string_view kMeasured = "measured";
  const std::string computing = computing_of(prediction);
  if (!computing.starts_with(kMeasured)) {
    return fmt::format("correct the times that '--compute {}' charges", computing);
  }
  const std::string given = computing.substr(std::min(computing.size(), kMeasured.size() + 1));
  const double before = given.empty() ? 1 : std::strtod(given.c_str(), nullptr);
  return fmt::format("predict with '--compute measured:{:.3g}' in place of '{}'",
                     before * in_run / predicted, computing);
}

/// The times of computing in the run and in the prediction.
struct ComputingTimes {
  double in_run = 0, predicted = 0;

  /// A speed that would predict the time of the run.
  [[nodiscard]] double better_speed(double speed) const {
    return std::max(1.0, std::round(speed * predicted / in_run));
  }
};

/// Returns the CPU times of computing; NaN if a CPU time is unknown. The CPU time of a row also has
/// that of its messages, which the prediction knows. A run may need more of it: its computing
/// has at most the CPU time that computing lasted, and at least what sends and takes leave.
ComputingTimes cpu_of_computing(const RunAndPrediction& sides) {
  const ComparedRow& row = sides.of.row;
  const TimesByKind& kinds = *row.kinds;
  const double slept = sides.predicted(kinds.sleep);
  const double computing = sides.predicted(kinds.compute) - (std::isnan(slept) ? 0 : slept);
  const double messages = std::min(std::max(0.0, sides.predicted(row.cpu) - computing),
                                   sides.predicted(kinds.send) + sides.predicted(kinds.take));
  const auto cpu_of = [&](double cpu, double compute, double send_and_take) {
    return std::min(cpu - std::min(messages, send_and_take), compute);
  };
  return {cpu_of(sides.in_run(row.cpu), sides.in_run(kinds.compute),
                 sides.in_run(kinds.send) + sides.in_run(kinds.take)),
          sides.predicted(row.cpu) - messages};
}

/// A computation that had a core for a smaller share of its time waited, rather than shared its
/// core: for a disk, say, so that its CPU time shows nothing.
constexpr double kLeastCpuShare = 0.1;

/// " (617 instead of 1000)"; "" if the host is unknown. A shared core makes wall times longer, so
/// CPU times count where they are known.
std::string better_speed(const RunAndPrediction& sides, const ComputingTimes& wall) {
  const HostProfile* host = host_of(sides.prediction, sides.of.row.name);
  const ComputingTimes cpu = cpu_of_computing(sides);
  const bool has_cpu = cpu.in_run >= kLeastCpuShare * wall.in_run && cpu.predicted > 0;
  const ComputingTimes& times = has_cpu ? cpu : wall;
  if (host == nullptr || !(times.in_run > 0)) {
    return "";
  }
  const auto speed = static_cast<double>(host->speed);
  const double better = times.better_speed(speed);
  return fmt::format(" ({} instead of {:.0f}{})", better, speed,
                     better == wall.better_speed(speed) ? "" : ", by CPU time");
}

/// The share of the run's computing that counts as none: a program that calls dps_compute() nowhere
/// still has its first step.
constexpr double kNothing = 0.001;

std::string advise_compute(const RunAndPrediction& sides) {
  const TimePair& compute = sides.of.row.kinds->compute;
  const bool is_program = sides.prediction.program.has_value();
  const double in_run = sides.in_run(compute);
  const double predicted = sides.predicted(compute);
  if (predicted <= (is_program ? kNothing * in_run : 0)) {
    return is_program ? "the prediction charges no time: predict with '--compute measured'"
                      : "the prediction charges no time: add 'cost' to the C lines, or predict "
                        "with --costs";
  }
  if (shared_its_core(sides.of, TimeKind::kCompute)) {
    return fmt::format(
        "processes shared cores differently than predicted: check {}{}",
        words_of(sides.prediction).has_cores ? "'cores' and 'turn' in the machine file, " : "",
        sides.placement());
  }
  if (is_program && in_run > 0) {
    return advise_computing_of_program(sides.prediction, in_run, predicted);
  }
  return fmt::format(
      "adjust 'speed' of the machine{}; for 'work' components 'multiply'; for 'call' and 'exec' "
      "components their 'cost'",
      better_speed(sides, {in_run, predicted}));
}

/// Returns advice for a send or a take: the keys of the machine file to change.
std::string advise_message(const RunAndPrediction& sides, TimeKind kind) {
  const MachineWords& words = words_of(sides.prediction);
  const ComparedRow& row = sides.of.row;
  const bool sends = kind == TimeKind::kSend;
  const TimePair each = time_of_each(row, kind);
  const std::string_view sign = sign_of_shared_core(sides.of, kind);
  const std::string what =
      !sign.empty()
          ? fmt::format("{}: {}; check {}{}", sign,
                        sends ? words.blocked : "processes shared cores",
                        words.has_cores ? "'cores' in the machine file, " : "", sides.placement())
          : fmt::format("adjust {}{} of the machine", sends ? words.send : words.take,
                        sends ? words.more_send : words.more_take);
  return fmt::format("{} per message, predicted {}: {}", text::time_text(sides.in_run(each)),
                     text::time_text(sides.predicted(each)), what);
}

std::string advise_prediction(const RunAndPrediction& sides, TimeKind kind) {
  switch (kind) {
    case TimeKind::kCompute:
      return advise_compute(sides);
    case TimeKind::kSend:
    case TimeKind::kTake:
      return advise_message(sides, kind);
    case TimeKind::kWait:
      break;
  }
  const MachineWords& words = words_of(sides.prediction);
  return fmt::format(
      "the process waits for messages: check {} of the machine, {}, and the processes that send to "
      "it",
      words.wait, words.shared);
}

// --- two runs ------------------------------------------------------------------------------------

std::string advise_runs(const Difference& of, TimeKind kind) {
  switch (kind) {
    case TimeKind::kCompute:
      return shared_its_core(of, kind)
                 ? "processes shared cores differently: check the placement and the load of the "
                   "hosts"
                 : "the CPU time differs as well: check the hosts, their clock rates and the work "
                   "done";
    case TimeKind::kSend:
      return shared_its_core(of, kind)
                 ? fmt::format(
                       "{}: processes shared cores, or receivers blocked the sends; check "
                       "the placement and the load of the hosts",
                       sign_of_shared_core(of, kind))
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

// --- two predictions -----------------------------------------------------------------------------

/// "'latency' of both machines", "the equation 'recv' of A's machine with 'latency' of B's".
std::string words_of_both(const Difference& of, std::string_view MachineWords::*part) {
  const MachineWords& a = words_of(of.a);
  const MachineWords& b = words_of(of.b);
  return &a == &b ? fmt::format("{} of both machines", a.*part)
                  : fmt::format("{} of A's machine with {} of B's", a.*part, b.*part);
}

bool have_one_machine(const Difference& of) {
  return machine_of(of.a) == machine_of(of.b) &&
         environment_of(of.a, "machine_changes") == environment_of(of.b, "machine_changes");
}

std::string advise_computing_of_predictions(const Difference& of) {
  if (shared_its_core(of, TimeKind::kCompute)) {
    return "processes share cores differently: compare the placement, and the cores of the hosts";
  }
  if (of.a.program && of.b.program) {
    const bool has_one_machine = have_one_machine(of);
    return fmt::format(
        "compare the commands{} the times that '--compute {}' of A and '--compute {}' of B "
        "charge{}",
        has_one_machine ? ", and" : ",", computing_of(of.a), computing_of(of.b),
        has_one_machine ? "" : ", and the speeds of the hosts");
  }
  return have_one_machine(of)
             ? "compare the work of the C lines, their 'cost' and --costs"
             : fmt::format("compare {}", words_of_both(of, &MachineWords::compute));
}

/// Returns advice for two predictions, whose differences have no other reasons than their inputs.
std::string advise_predictions(const Difference& of, TimeKind kind) {
  const bool has_one_machine = have_one_machine(of);
  switch (kind) {
    case TimeKind::kCompute:
      return advise_computing_of_predictions(of);
    case TimeKind::kSend:
    case TimeKind::kTake: {
      const bool sends = kind == TimeKind::kSend;
      const TimePair each = time_of_each(of.row, kind);
      const std::string what =
          has_one_machine
              ? fmt::format("compare the numbers and sizes of the messages{}",
                            sends ? ", and the receivers and links that block the sends" : "")
              : fmt::format("compare {}",
                            words_of_both(of, sends ? &MachineWords::send : &MachineWords::take));
      return each.a_s > 0 || each.b_s > 0
                 ? fmt::format("{} per message in A, {} in B: {}", text::time_text(each.a_s),
                               text::time_text(each.b_s), what)
                 : what;
    }
    case TimeKind::kWait:
      break;
  }
  return fmt::format(
      "the process waits for messages: compare {}, and the processes that send to it",
      has_one_machine ? "the sizes of its messages" : words_of_both(of, &MachineWords::wait));
}

}  // namespace

std::string advice_on(const ComparedRow& row, TimeKind kind, const RunResult& a,
                      const RunResult& b) {
  const Difference of{row, a, b};
  const bool a_is_predicted = a.kind == "predict";
  const bool b_is_predicted = b.kind == "predict";
  if (a_is_predicted && b_is_predicted) {
    return advise_predictions(of, kind);
  }
  return a_is_predicted || b_is_predicted ? advise_prediction({of, a_is_predicted ? a : b}, kind)
                                          : advise_runs(of, kind);
}

}  // namespace dps::profiles
