#include "mpi_profiles/trace_of.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/printable.h"
#include "mpi_profiles/run_profile.h"
#include "traces/record.h"
#include "traces/spool.h"

namespace dps::mpi_profiles {
namespace {

using board::Flag;
using traces::EventKind;

/// The number behind the colon of "life.cc:42"; 0 if there is none.
std::uint32_t line_number(const std::string& place) {
  std::uint32_t number = 0;
  if (const auto colon = place.rfind(':'); colon != std::string::npos) {
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), number);
  }
  return number;
}

/// The numbers that the records of a trace have for what the program has.
struct Numbers {
  std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> mids;  ///< communicator, tag
  std::map<std::int32_t, std::uint32_t> processes;                       ///< by rank
  std::uint32_t sites = 0;

  [[nodiscard]] std::uint32_t mid_of(const Call& call) const {
    return mids.at({call.communicator, call.tag});
  }
};

bool is_message(const Call& call, const Numbers& numbers) {
  const bool is_taken = call.has(Flag::kReceives) && call.done_by != kNoCall;
  return (call.has(Flag::kSends) || is_taken) && !call.has(Flag::kCancelled) &&
         numbers.processes.contains(call.peer);
}

class Head {
 public:
  Head(const Program& program, traces::TraceHead& head) : program_(program), head_(head) {}

  Numbers add_all() {
    add_processes();
    add_lines();
    add_types();
    return std::move(numbers_);
  }

 private:
  std::uint32_t add_line(char section, std::string tag, std::uint32_t number = 0) {
    head_.lines.push_back({section, number, printable(tag)});
    return static_cast<std::uint32_t>(head_.lines.size() - 1);
  }

  void add_processes() {
    std::map<std::string, std::uint32_t> hosts;
    for (const Rank& rank : program_.ranks) {
      const auto next = static_cast<std::uint32_t>(hosts.size());
      const auto [host, is_new] = hosts.try_emplace(rank.host, next);
      if (is_new) {
        head_.hosts.push_back({printable(rank.host), 0, 0});
      }
      traces::TracedProcess process;
      process.host = host->second;
      numbers_.processes.emplace(rank.rank, static_cast<std::uint32_t>(head_.processes.size()));
      head_.processes.push_back(process);
    }
  }

  void add_lines() {
    head_.groups.push_back(
        {add_line('P', "p"), static_cast<std::uint32_t>(head_.processes.size()), false});
    head_.computations.push_back(add_line('C', "BUSY"));
    send_line_ = add_line('O', "send");
    std::vector<std::uint32_t> sites;
    for (const Site& site : program_.sites) {
      sites.push_back(add_line('F', site.tag(), line_number(site.place)));
    }
    traces::Plan plan;
    for (const std::string& phase : program_.phases) {
      plan.units.push_back(
          {add_line('U', phase), static_cast<std::uint32_t>(plan.functionalities.size())});
      plan.functionalities.insert(plan.functionalities.end(), sites.begin(), sites.end());
    }
    head_.plans.push_back(std::move(plan));
    numbers_.sites = static_cast<std::uint32_t>(sites.size());
  }

  void add_types() {
    for (const Rank& rank : program_.ranks) {
      for (const Call& call : rank.calls) {
        if (is_message(call, numbers_)) {
          const auto next = static_cast<std::uint32_t>(head_.message_types.size());
          if (numbers_.mids.try_emplace({call.communicator, call.tag}, next).second) {
            head_.message_types.push_back(mtag_of(program_, call));
            head_.outputs.push_back({send_line_, next});
          }
        }
      }
    }
  }

  const Program& program_;
  traces::TraceHead& head_;
  Numbers numbers_;
  std::uint32_t send_line_ = 0;
};

/// A message that a call has taken.
struct Taken {
  Nanoseconds arrival = 0;
  traces::RecordedMessage message;
  std::uint64_t bytes = 0;
};

/// Writes the events of one rank, in the order of time.
class RankEvents {
 public:
  RankEvents(const Program& program, std::uint32_t position, const Numbers& numbers,
             traces::Spool& spool)
      : rank_(program.ranks[position]), position_(position), numbers_(numbers), spool_(spool) {}

  /// A message that was matched arrives when its send begins, or when its receiver looks.
  void add_arrival(std::uint32_t posted, Nanoseconds sent) { sent_[posted] = sent; }

  void write() {
    number_messages();
    nesting(EventKind::kProcessBegin, 0, rank_.begun);
    nesting(EventKind::kUnitBegin, unit(), rank_.begun);
    at_ = rank_.begun;
    for (std::uint32_t c = 0; c < rank_.calls.size(); ++c) {
      const Call& call = rank_.calls[c];
      if (call.thread == 0 && !call.has(Flag::kPart)) {
        busy_until(call.begin);
        write_call(c);
        at_ = std::max(at_, call.end);
      }
    }
    busy_until(rank_.ended);
    nesting(EventKind::kUnitEnd, unit(), at_);
    const auto ending = rank_.has_finalized ? std::uint8_t{0} : traces::Flag::kFailed;
    add(traces::nesting_record(EventKind::kProcessEnd, ending, 0, at_, {0, 0}));
    spool_.ended(position_, at_);
  }

 private:
  [[nodiscard]] std::uint32_t unit() const { return rank_.phases[phase_].name; }

  void add(const traces::Record& record) { spool_.add(position_, record); }
  void nesting(EventKind kind, std::uint32_t element, Nanoseconds time) {
    add(traces::nesting_record(kind, 0, element, time, {0, 0}));
  }

  /// k of each message, and the messages that each call takes.
  void number_messages() {
    std::map<std::tuple<bool, std::uint32_t, std::int32_t>, std::uint64_t> counts;
    numbers_of_calls_.resize(rank_.calls.size());
    for (std::uint32_t c = 0; c < rank_.calls.size(); ++c) {
      const Call& call = rank_.calls[c];
      if (!is_message(call, numbers_)) {
        continue;
      }
      const std::uint32_t mid = numbers_.mid_of(call);
      const bool sends = call.has(Flag::kSends);
      numbers_of_calls_[c] = ++counts[{sends, mid, call.peer}];
      if (!sends) {
        const Call& done = rank_.calls[call.done_by];
        const auto sent = sent_.find(c);
        const Nanoseconds arrival = sent != sent_.end() ? sent->second : done.begin;
        taken_[call.done_by].push_back(
            {std::clamp(arrival, done.begin, done.end),
             {mid, numbers_.processes.at(call.peer), numbers_of_calls_[c]},
             call.bytes});
      }
    }
  }

  /// Until the next call the rank computes; phases begin meanwhile.
  void busy_until(Nanoseconds until) {
    while (phase_ + 1 < rank_.phases.size() && rank_.phases[phase_ + 1].at <= until) {
      compute_until(rank_.phases[phase_ + 1].at);
      nesting(EventKind::kUnitEnd, unit(), at_);
      ++phase_;
      nesting(EventKind::kUnitBegin, unit(), at_);
    }
    compute_until(until);
  }
  void compute_until(Nanoseconds until) {
    if (until > at_) {
      add(traces::plain_record(EventKind::kComputationBegin, 0, at_));
      add(traces::plain_record(EventKind::kComputationEnd, 0, until));
      at_ = until;
    }
  }

  void write_call(std::uint32_t c) {
    const Call& call = rank_.calls[c];
    const std::uint32_t row = unit() * numbers_.sites + call.site;
    const Nanoseconds begin = std::max(call.begin, at_);
    const Nanoseconds end = std::max(call.end, begin);
    nesting(EventKind::kFunctionalityBegin, row, begin);
    const auto taken = taken_.find(c);
    const bool takes = taken != taken_.end();
    for (std::uint32_t part = c; part < rank_.calls.size() && is_part_of(part, c); ++part) {
      if (rank_.calls[part].has(Flag::kSends) && is_message(rank_.calls[part], numbers_)) {
        write_send(part, begin, part == c && !takes ? end : begin);
      }
    }
    if (takes) {
      write_takes(taken->second, begin, end);
    }
    nesting(EventKind::kFunctionalityEnd, row, end);
  }

  /// The parts of a call follow it.
  [[nodiscard]] bool is_part_of(std::uint32_t part, std::uint32_t c) const {
    const Call& other = rank_.calls[part];
    return part == c || (other.has(Flag::kPart) && other.begin == rank_.calls[c].begin);
  }

  void write_send(std::uint32_t c, Nanoseconds begin, Nanoseconds end) {
    const Call& call = rank_.calls[c];
    const traces::RecordedMessage message{numbers_.mid_of(call), numbers_.processes.at(call.peer),
                                          numbers_of_calls_[c]};
    add(traces::message_record(EventKind::kSendBegin, 0, message, begin, call.bytes));
    const auto kind =
        call.is_open || call.has(Flag::kFailed) ? EventKind::kSendFailed : EventKind::kSendEnd;
    add(traces::message_record(kind, 0, message, end, 0));
  }

  void write_takes(std::vector<Taken>& taken, Nanoseconds begin, Nanoseconds end) {
    std::stable_sort(taken.begin(), taken.end(),
                     [](const Taken& a, const Taken& b) { return a.arrival < b.arrival; });
    add(traces::plain_record(EventKind::kWait, 0, begin));
    for (const Taken& one : taken) {
      add(traces::message_record(EventKind::kArrival, 0, one.message,
                                 std::clamp(one.arrival, begin, end), one.bytes));
    }
    bool has_waited = taken.back().arrival > begin;
    for (const Taken& one : taken) {
      const auto flag = has_waited ? traces::Flag::kWaited : std::uint8_t{0};
      add(traces::message_record(EventKind::kTake, flag, one.message, end, 0));
      has_waited = false;
    }
  }

  const Rank& rank_;
  std::uint32_t position_;
  const Numbers& numbers_;
  traces::Spool& spool_;
  std::map<std::uint32_t, Nanoseconds> sent_;  // by the call that posted the receive
  std::map<std::uint32_t, std::vector<Taken>> taken_;
  std::vector<std::uint64_t> numbers_of_calls_;
  std::size_t phase_ = 0;
  Nanoseconds at_ = 0;
};

}  // namespace

Result<traces::Trace> trace_of(const Program& program, const Matching& matching,
                               traces::TraceHead head) {
  const Numbers numbers = Head(program, head).add_all();
  std::string reason = head.complete ? "" : head.reason;
  auto spool = traces::Spool::make(std::move(head));
  if (!spool) {
    return tl::unexpected(spool.error());
  }
  std::vector<RankEvents> ranks;
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    ranks.emplace_back(program, r, numbers, *spool);
  }
  for (const Message& message : matching.messages) {
    ranks[message.receiver].add_arrival(message.posted,
                                        program.ranks[message.sender].calls[message.sent].begin);
  }
  for (RankEvents& rank : ranks) {
    rank.write();
  }
  return spool->finish(std::move(reason));
}

}  // namespace dps::mpi_profiles
