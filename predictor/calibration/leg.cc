#include "predictor/calibration/leg.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "predictor/calibration/field.h"

namespace dps::calibration {
namespace {

using profiles::ProcessProfile;
using profiles::UnitProfile;

const char* flags_of(Packing packing) {
  switch (packing) {
    case Packing::kOff:
      return "-p off";
    case Packing::kCopy:
      return "-p on -e off";
    case Packing::kXdr:
      return "-p on -e on";
  }
  DPS_CHECK(false && "a packing");
  return "";
}

/// Builds the text of a blueprint leg by leg. B starts each leg with a message Go, so that it is
/// ready for the leg; then A sends the first message.
class PairText {
 public:
  /// `pairs`: the number of pairs that play all legs.
  explicit PairText(std::uint32_t pairs = 1)
      : pairs_(pairs), partner_(pairs > 1 ? ".p[{self}]" : ".p") {}

  void add(const Leg& leg, bool is_last) {
    const std::size_t i = count_++;
    const std::string next_a = is_last ? "NULL" : fmt::format("go{}.fu", i + 1);
    const std::string next_b = is_last ? "NULL" : fmt::format("call{}.fu", i + 1);
    const std::string first_a =
        leg.kind == LegKind::kPingPong ? fmt::format("ping{}.fu", i) : next_a;
    add_start(i, leg, first_a);
    leg.kind == LegKind::kPingPong ? add_ping_pong(i, leg, next_a, next_b)
                                   : add_drain(i, leg, next_b);
  }

  std::string take() {
    return fmt::format(
        "I Ping.i 1 Ping.m\nI Pong.i 1 Pong.m\nI Go.i 1 Go.m\nO Go.o A{3} -t Go.m -p off\n{0}"
        "P A.p {4}{1}\nP B.p {4}{2}\n",
        text_, units_a_, units_b_, partner_, pairs_);
  }

 private:
  /// Adds the start of leg `i`: unit call<i>.fu of B sends Go to unit go<i>.fu of A.
  void add_start(std::size_t i, const Leg& leg, const std::string& first_a) {
    const bool drains = leg.kind == LegKind::kDrain;
    text_ += fmt::format(
        "F go{0}.f Go.i NULL {1} {2}\nU go{0}.fu go{0}.f\n"
        "F call{0}.f NULL NULL Go.o {3}\n",
        i, drains ? fmt::format("Fill{}.o", i) : "NULL", first_a,
        drains ? "SAME" : fmt::format("pong{}.fu", i));
    text_ += drains ? fmt::format("U call{0}.fu call{0}.f hold{0}.f\n", i)
                    : fmt::format("U call{0}.fu call{0}.f\n", i);
    units_a_ += fmt::format(" go{}.fu", i);
    units_b_ += fmt::format(" call{}.fu", i);
  }

  void add_ping_pong(std::size_t i, const Leg& leg, const std::string& next_a,
                     const std::string& next_b) {
    DPS_CHECK(leg.rounds >= 2);
    const std::string again = leg.rounds > 2 ? fmt::format("SAME*{},", leg.rounds - 2) : "";
    const bool holds = leg.hold > Seconds(0);
    const std::string hold = holds ? fmt::format("Hold{}.c", i) : "NULL";
    if (holds) {
      text_ += fmt::format("C {} busywait {:.9f}\n", hold, leg.hold.count());
    }
    text_ += fmt::format(
        "O Ping{0}.o B{7} -t Ping.m -b {1} {2}\nO Pong{0}.o A{7} -t Pong.m -b {1} {2}\n"
        "F first{0}.f NULL {8} Ping{0}.o SAME\nF again{0}.f Pong.i {8} Ping{0}.o {3}end{0}.fu\n"
        "F end{0}.f Pong.i NULL NULL {4}\nF pong{0}.f Ping.i NULL Pong{0}.o SAME*{5},{6}\n"
        "U ping{0}.fu first{0}.f again{0}.f\nU end{0}.fu end{0}.f\nU pong{0}.fu pong{0}.f\n",
        i, leg.bytes, flags_of(leg.packing), again, next_a, leg.rounds - 1, next_b, partner_, hold);
    units_a_ += fmt::format(" ping{0}.fu end{0}.fu", i);
    units_b_ += fmt::format(" pong{}.fu", i);
  }

  void add_drain(std::size_t i, const Leg& leg, const std::string& next_b) {
    text_ += fmt::format(
        "I All{0}.i {1} Fill.m\nC Hold{0}.c sleep {2:.9f}\n"
        "O Fill{0}.o B{6} -t Fill.m -b {3} -n {1} {4}\n"
        "F hold{0}.f NULL Hold{0}.c NULL drain{0}.fu\nF all{0}.f All{0}.i NULL NULL {5}\n"
        "U drain{0}.fu all{0}.f\n",
        i, leg.rounds, leg.hold.count(), leg.bytes, flags_of(leg.packing), next_b, partner_);
    units_b_ += fmt::format(" drain{}.fu", i);
  }

  std::uint32_t pairs_;
  std::string partner_;  // the process of the same pair, behind A or B
  std::size_t count_ = 0;
  std::string text_;
  std::string units_a_;
  std::string units_b_;
};

const ProcessProfile& process(const profiles::RunProfile& run, const std::string& ptag) {
  const auto found = std::find_if(run.processes.begin(), run.processes.end(),
                                  [&](const ProcessProfile& one) { return one.ptag == ptag; });
  DPS_CHECK(found != run.processes.end());
  return *found;
}

const UnitProfile& unit(const ProcessProfile& process, const std::string& futag) {
  const auto found = std::find_if(process.units.begin(), process.units.end(),
                                  [&](const UnitProfile& one) { return one.futag == futag; });
  DPS_CHECK(found != process.units.end());
  return *found;
}

double send_time(const UnitProfile& unit) {
  double time = 0;
  for (const auto& functionality : unit.functionalities) {
    time += functionality.send_s;
  }
  return time;
}

LegTimes leg_time(const Leg& leg, std::size_t i, const ProcessProfile& a, const ProcessProfile& b) {
  const double rounds = leg.rounds;
  if (leg.kind == LegKind::kPingPong) {
    const UnitProfile& ping = unit(a, fmt::format("ping{}.fu", i));
    const UnitProfile& pong = unit(b, fmt::format("pong{}.fu", i));
    const double whole =
        ping.real_s + unit(a, fmt::format("end{}.fu", i)).real_s - rounds * leg.hold.count();
    return {(send_time(ping) + send_time(pong)) / (2 * rounds), whole / (2 * rounds)};
  }
  return {send_time(unit(a, fmt::format("go{}.fu", i))) / rounds,
          unit(b, fmt::format("drain{}.fu", i)).real_s / rounds};
}

}  // namespace

std::string pair_blueprint(std::span<const Leg> legs, const Pair& hosts) {
  PairText text;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    text.add(legs[i], i + 1 == legs.size());
  }
  std::string terrain;
  if (hosts) {
    const bool one = hosts->first == hosts->second;
    terrain = fmt::format("T A.p[0] A NAME = {}\nT B.p[0] {} NAME = {}\n", field(hosts->first),
                          one ? "A" : "B", field(hosts->second));
  }
  return text.take() + terrain;
}

std::vector<LegTimes> leg_times(std::span<const Leg> legs, const profiles::RunProfile& run) {
  const ProcessProfile& a = process(run, "A.p[0]");
  const ProcessProfile& b = process(run, "B.p[0]");
  std::vector<LegTimes> times;
  times.reserve(legs.size());
  for (std::size_t i = 0; i < legs.size(); ++i) {
    times.push_back(leg_time(legs[i], i, a, b));
  }
  return times;
}

std::string pairs_blueprint(const Leg& leg, const Pairs& pairs) {
  DPS_CHECK(leg.kind == LegKind::kPingPong);
  DPS_CHECK(pairs.count > 0);
  DPS_CHECK(pairs.hosts.empty() || pairs.hosts.size() == std::size_t{2} * pairs.count);
  PairText text(pairs.count);
  text.add(leg, true);
  std::string terrain;
  for (std::size_t i = 0; i < pairs.hosts.size(); ++i) {
    const std::string& host = pairs.hosts[i];
    const auto tag = std::find(pairs.hosts.begin(), pairs.hosts.end(), host) - pairs.hosts.begin();
    terrain += fmt::format("T {}.p[{}] H{} NAME = {}\n", i < pairs.count ? "A" : "B",
                           i % pairs.count, tag, field(host));
  }
  return text.take() + terrain;
}

LegTimes longest_times(const Leg& leg, const profiles::RunProfile& run) {
  LegTimes longest;
  for (std::size_t i = 0; 2 * i < run.processes.size(); ++i) {
    const LegTimes times = leg_time(leg, 0, process(run, fmt::format("A.p[{}]", i)),
                                    process(run, fmt::format("B.p[{}]", i)));
    longest.send = std::max(longest.send, times.send);
    longest.rest = std::max(longest.rest, times.rest);
  }
  return longest;
}

PackTimes pack_times(const Leg& leg, const profiles::RunProfile& run) {
  DPS_CHECK(leg.kind == LegKind::kPingPong && leg.packing != Packing::kOff);
  return {process(run, "A.p[0]").pack_s / leg.rounds, process(run, "B.p[0]").pack_s / leg.rounds};
}

std::string work_blueprint(std::span<const std::string> hosts, double multiplications) {
  const std::size_t count = std::max<std::size_t>(hosts.size(), 1);
  std::string text = fmt::format(
      "V n {}\nI Turn.i 1 Turn.m\nC Work.c work {}\n"
      "O Turn.o W.p[{{self+1}}] -t Turn.m\n"
      "F work.f {{self==0 ? NULL : Turn.i}} Work.c {{self<n-1 ? Turn.o : NULL}} NULL\n"
      "U work.fu work.f\nP W.p {{n}} work.fu\n",
      count, multiplications);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    text += fmt::format("T W.p[{0}] H{0} NAME = {1}\n", i, field(hosts[i]));
  }
  return text;
}

std::vector<double> multiply_times(double multiplications, const profiles::RunProfile& run) {
  std::vector<double> times;
  times.reserve(run.processes.size());
  for (const ProcessProfile& one : run.processes) {
    times.push_back(one.compute_s / multiplications);
  }
  return times;
}

}  // namespace dps::calibration
