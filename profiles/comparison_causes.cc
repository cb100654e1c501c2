#include "profiles/comparison_causes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "profiles/message_books.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostCauses = 10;

/// Which of the two was run, when the other is a prediction of it.
enum class Roles : std::uint8_t { kAlike, kRunIsA, kRunIsB };

/// What is compared.
struct Question {
  const RunResult& a;
  const RunResult& b;
  Roles roles;

  [[nodiscard]] const RunResult& prediction() const { return roles == Roles::kRunIsA ? b : a; }
};

Roles roles_of(const Comparison& made) {
  if ((made.a.kind == "predict") == (made.b.kind == "predict")) {
    return Roles::kAlike;
  }
  return made.b.kind == "predict" ? Roles::kRunIsA : Roles::kRunIsB;
}

/// A time of the run and the same of the prediction.
struct Told {
  double run_s, predicted_s;
};

Told told(const TimePair& time, Roles roles) {
  return roles == Roles::kRunIsA ? Told{time.a_s, time.b_s} : Told{time.b_s, time.a_s};
}

TimePair per_message(const TimePair& time, const TimePair& messages) {
  return {messages.a_s > 0 ? time.a_s / messages.a_s : 0,
          messages.b_s > 0 ? time.b_s / messages.b_s : 0};
}

std::string seconds(double figure) {
  return format_time(Seconds(figure));
}

/// The host that serves the first clone of a row, as a prediction describes it.
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

/// Processes on the host of a row's first clone for each of its cores; 0: not known.
double crowd_of(const RunResult& result, const std::string& process) {
  const HostProfile* host = host_of(result, process);
  if (host == nullptr || host->cores == 0) {
    return 0;
  }
  const auto& processes = result.runs.front().processes;
  const auto here = std::count_if(processes.begin(), processes.end(),
                                  [&](const ProcessProfile& p) { return p.host == host->name; });
  return static_cast<double>(here) / static_cast<double>(host->cores);
}

/// The process did not have a core to itself: it computes longer for the same CPU time, or where
/// more processes are about.
bool shared_its_core(const Question& question, const ComparedRow& row) {
  const TimePair& compute = row.kinds->compute;
  const double in_a = crowd_of(question.a, row.name);
  const double in_b = crowd_of(question.b, row.name);
  const bool a_is_longer = compute.a_s > compute.b_s;
  const double longer = a_is_longer ? in_a : in_b;
  const double shorter = a_is_longer ? in_b : in_a;
  return std::abs(row.cpu.difference_s()) < std::abs(compute.difference_s()) / 4 ||
         (longer > 1 && longer > shorter);
}

std::string advise_compute(const Question& question, const ComparedRow& row) {
  const Told compute = told(row.kinds->compute, question.roles);
  if (compute.predicted_s <= 0) {
    return "the prediction charges nothing: give the C lines a 'cost', or predict with --costs";
  }
  if (shared_its_core(question, row)) {
    return "cores were shared otherwise than predicted: look at 'cores' of the machine's hosts, at "
           "the terrain, and at what else ran on the hosts";
  }
  const HostProfile* host = host_of(question.prediction(), row.name);
  const std::string speed =
      host != nullptr && compute.run_s > 0
          ? fmt::format(" ({} for {:.0f})",
                        std::max(1.0, std::round(static_cast<double>(host->speed) *
                                                 compute.predicted_s / compute.run_s)),
                        static_cast<double>(host->speed))
          : "";
  return fmt::format(
      "mend the machine's 'speed'{}, for 'work' its 'multiply', for 'call' and 'exec' their 'cost'",
      speed);
}

std::string advise_prediction(const Question& question, const ComparedRow& row, TimeKind kind) {
  const auto each = [&](const TimePair& time, const TimePair& messages, std::string_view keys) {
    const Told one = told(per_message(time, messages), question.roles);
    return fmt::format("{} a message, predicted {}: mend {}", seconds(one.run_s),
                       seconds(one.predicted_s), keys);
  };
  switch (kind) {
    case TimeKind::kCompute:
      return advise_compute(question, row);
    case TimeKind::kSend:
      return each(row.kinds->send, row.msgs_out,
                  "the machine's 'send' and 'send_per_byte', for packed bodies 'pack_per_byte' and "
                  "'xdr_per_byte'; large messages wait for 'buffer' and 'bandwidth'");
    case TimeKind::kTake:
      return each(row.kinds->take, row.msgs_in,
                  "the machine's 'receive', 'receive_per_byte' and 'unpack_per_byte'");
    case TimeKind::kWait:
      break;
  }
  return "it waits for messages: the machine's 'latency', 'bandwidth' and 'wakeup', links or cores "
         "that are shared otherwise, or what the senders do differently";
}

std::string advise_alike(const Question& question, const ComparedRow& row, TimeKind kind) {
  switch (kind) {
    case TimeKind::kCompute:
      return shared_its_core(question, row)
                 ? "cores were shared otherwise: look at the placement and at what else ran on the "
                   "hosts"
                 : "the CPU time differs likewise: other hosts, another clock rate, or other work";
    case TimeKind::kSend:
      return "sending took otherwise: the network, the transport, or receivers that were slow to "
             "take in";
    case TimeKind::kTake:
      return "taking messages took otherwise: the transport, packing, or shared cores";
    case TimeKind::kWait:
      break;
  }
  return "it waits for messages: the network between its hosts, or what the senders do differently";
}

TimePair wait_without_take(const Kinds& kinds) {
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

/// The functionality, for waiting the unit, that has at least half of the difference.
std::string part_of(const ComparedRow& process, TimeKind kind) {
  std::string name;
  double largest = std::abs(time_of(process, kind).difference_s()) / 2;
  const auto look_at = [&](const ComparedRow& row, std::string label) {
    const double here = row.kinds ? time_of(row, kind).difference_s() : 0;
    if (std::abs(here) >= largest && std::abs(here) > 0) {
      largest = std::abs(here);
      name = std::move(label);
    }
  };
  if (kind == TimeKind::kTake) {
    return "";  // kept per process only
  }
  for (const ComparedRow& unit : process.parts) {
    if (kind == TimeKind::kWait) {
      look_at(unit, printable(unit.name));
      continue;
    }
    for (const ComparedRow& functionality : unit.parts) {
      look_at(functionality, printable(functionality.name) + " of " + printable(unit.name));
    }
  }
  return name;
}

/// What orders the causes.
struct Weighed {
  const ComparedRow* row;
  TimeKind kind;
  TimePair time;
  bool explains;  ///< docs/compare.md
  double weight;
};

std::vector<Weighed> weigh(const Comparison& made) {
  std::vector<Weighed> weighed;
  const double makespans = made.makespan.difference_s();
  for (const ComparedRow& row : made.rows) {
    for (const TimeKind kind :
         {TimeKind::kCompute, TimeKind::kSend, TimeKind::kTake, TimeKind::kWait}) {
      const TimePair time = time_of(row, kind);
      const double difference = time.difference_s();
      const double of_all = difference * static_cast<double>(std::max(row.clones_a, row.clones_b));
      const bool is_off = std::abs(difference) > time.a_s * made.tolerance_percent / 100;
      const bool same_way = difference * makespans > 0;
      const bool explains = kind != TimeKind::kWait && is_off && same_way &&
                            std::abs(of_all) >= std::abs(makespans) / 2;
      if (difference != 0) {
        weighed.push_back({&row, kind, time, explains, std::abs(explains ? of_all : difference)});
      }
    }
  }
  std::stable_sort(weighed.begin(), weighed.end(), [](const Weighed& x, const Weighed& y) {
    return x.explains != y.explains ? x.explains : x.weight > y.weight;
  });
  return weighed;
}

}  // namespace

std::vector<Cause> causes_of(const Comparison& made, const RunResult& a, const RunResult& b) {
  const Question question{a, b, roles_of(made)};
  auto weighed = weigh(made);
  if (weighed.size() > kMostCauses) {
    weighed.erase(weighed.begin() + kMostCauses, weighed.end());
  }
  std::vector<Cause> causes;
  causes.reserve(weighed.size());
  for (const Weighed& one : weighed) {
    Cause cause{one.kind, one.row->name, part_of(*one.row, one.kind), one.time, ""};
    cause.what_to_do = question.roles == Roles::kAlike
                           ? advise_alike(question, *one.row, one.kind)
                           : advise_prediction(question, *one.row, one.kind);
    causes.push_back(std::move(cause));
  }
  return causes;
}

}  // namespace dps::profiles
