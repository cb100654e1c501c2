#include "mpi_profiles/trace_of.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

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
  std::map<std::int32_t, std::uint32_t> positions;                       ///< by rank
  std::map<std::uint16_t, std::uint32_t> operations;  ///< types of collectives, by function
  std::vector<std::uint32_t> more_threads;  ///< by position: the process of the second thread
  std::uint32_t sites = 0;

  [[nodiscard]] std::uint32_t mid_of(const Call& call) const {
    return mids.at({call.communicator, call.tag});
  }
  /// The first thread of a rank has its process, each other one a process of its own.
  [[nodiscard]] std::uint32_t process_of(std::uint32_t position, std::uint16_t thread) const {
    return thread == 0 ? position : more_threads[position] + thread - 1U;
  }
};

bool is_message(const Call& call, const Numbers& numbers) {
  const bool is_taken = call.has(Flag::kReceives) && call.done_by != kNoCall;
  return (call.has(Flag::kSends) || is_taken) && !call.has(Flag::kCancelled) &&
         numbers.positions.contains(call.peer);
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
    const auto count = static_cast<std::uint32_t>(program_.ranks.size());
    head_.groups.push_back({add_line('P', "p"), count, false});
    std::map<std::string, std::uint32_t> hosts;
    for (const Rank& rank : program_.ranks) {
      const auto next = static_cast<std::uint32_t>(hosts.size());
      const auto [host, is_new] = hosts.try_emplace(rank.host, next);
      if (is_new) {
        head_.hosts.push_back({printable(rank.host), 0, 0});
      }
      traces::TracedProcess process;
      process.host = host->second;
      numbers_.positions.emplace(rank.rank, static_cast<std::uint32_t>(head_.processes.size()));
      head_.processes.push_back(process);
    }
    for (std::uint32_t r = 0; r < count; ++r) {
      numbers_.more_threads.push_back(static_cast<std::uint32_t>(head_.processes.size()));
      if (const std::uint32_t more = program_.ranks[r].threads - 1U; more > 0) {
        head_.groups.push_back({add_line('T', head_.process_name(r), r), more, false});
        head_.processes.insert(head_.processes.end(), more, head_.processes[r]);
      }
    }
  }

  void add_lines() {
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
        const auto next = static_cast<std::uint32_t>(head_.message_types.size());
        if (call.has(Flag::kCollective)) {
          if (numbers_.operations.try_emplace(call.function, next).second) {
            head_.message_types.emplace_back(function_name(call.function));
          }
        } else if (is_message(call, numbers_) &&
                   numbers_.mids.try_emplace({call.communicator, call.tag}, next).second) {
          head_.message_types.push_back(mtag_of(program_, call));
        }
      }
    }
    for (std::uint32_t mid = 0; mid < head_.message_types.size(); ++mid) {
      head_.outputs.push_back({send_line_, mid});
    }
  }

  const Program& program_;
  traces::TraceHead& head_;
  Numbers numbers_;
  std::uint32_t send_line_ = 0;
};

/// What the records of a message have, at the call that sent it or that posted its receive.
struct Link {
  std::uint32_t peer = 0;    ///< process
  std::uint32_t number = 0;  ///< k; 0: no message, or not known yet
  Nanoseconds sent = 0;      ///< at a receive: when its send began
  bool is_matched = false;
};

/// The messages of all ranks, with the threads at their ends.
class Links {
 public:
  Links(const Program& program, const Matching& matching, const Numbers& numbers)
      : program_(program), numbers_(numbers) {
    for (const Rank& rank : program.ranks) {
      links_.emplace_back(rank.calls.size());
    }
    for (const Message& message : matching.messages) {
      add_matched(message);
    }
    for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
      for (std::uint32_t c = 0; c < program.ranks[r].calls.size(); ++c) {
        add_unmatched(r, c);
      }
    }
  }

  [[nodiscard]] const Link& at(std::uint32_t rank, std::uint32_t call) const {
    return links_[rank][call];
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // type, from, to

  /// The thread that takes a message is the one in which its receive was completed.
  [[nodiscard]] std::uint32_t taker_of(std::uint32_t rank, const Call& posted) const {
    const Rank& of = program_.ranks[rank];
    const Call& done = posted.done_by == kNoCall ? posted : of.calls[posted.done_by];
    return numbers_.process_of(rank, done.thread);
  }

  void add_matched(const Message& message) {
    const Call& sent = program_.ranks[message.sender].calls[message.sent];
    const Call& posted = program_.ranks[message.receiver].calls[message.posted];
    if (!is_message(sent, numbers_) || !is_message(posted, numbers_)) {
      return;
    }
    const std::uint32_t from = numbers_.process_of(message.sender, sent.thread);
    const std::uint32_t to = taker_of(message.receiver, posted);
    const std::uint32_t number = ++counts_[{numbers_.mid_of(sent), from, to}];
    links_[message.sender][message.sent] = {to, number, sent.begin, true};
    links_[message.receiver][message.posted] = {from, number, sent.begin, true};
  }

  /// They are behind all of this type and pair that were matched.
  void add_unmatched(std::uint32_t rank, std::uint32_t c) {
    const Call& call = program_.ranks[rank].calls[c];
    Link& link = links_[rank][c];
    if (link.is_matched || !is_message(call, numbers_)) {
      return;
    }
    const bool sends = call.has(Flag::kSends);
    const std::uint32_t own = sends ? numbers_.process_of(rank, call.thread) : taker_of(rank, call);
    link.peer = numbers_.positions.at(call.peer);
    link.number =
        ++counts_[{numbers_.mid_of(call), sends ? own : link.peer, sends ? link.peer : own}];
    link.sent = call.begin;
  }

  const Program& program_;
  const Numbers& numbers_;
  std::vector<std::vector<Link>> links_;  // by rank and call
  std::map<Key, std::uint32_t> counts_;
};

/// A receive, and the call that completed it.
struct Completed {
  std::uint32_t done_by = 0;
  std::uint32_t posted = 0;

  bool operator<(const Completed& other) const {
    return std::tie(done_by, posted) < std::tie(other.done_by, other.posted);
  }
};

/// What all threads of a rank share.
struct RankTrace {
  const Rank& rank;
  std::uint32_t position;
  const Numbers& numbers;
  const Links& links;
  const std::vector<Release>& releases;
  std::vector<Completed> completed;  ///< sorted

  RankTrace(const Rank& of, std::uint32_t at, const Numbers& all, const Links& ends,
            const std::vector<Release>& released)
      : rank(of), position(at), numbers(all), links(ends), releases(released) {
    for (std::uint32_t c = 0; c < rank.calls.size(); ++c) {
      const Call& call = rank.calls[c];
      if (call.has(Flag::kReceives) && is_message(call, numbers)) {
        completed.push_back({call.done_by, c});
      }
    }
    std::sort(completed.begin(), completed.end());
  }
};

/// Writes the events of one thread of a rank, in the order of time.
class ThreadEvents {
 public:
  ThreadEvents(const RankTrace& shared, std::uint16_t thread, traces::Spool& spool)
      : shared_(shared),
        rank_(shared.rank),
        numbers_(shared.numbers),
        thread_(thread),
        process_(shared.numbers.process_of(shared.position, thread)),
        spool_(spool) {}

  void write() {
    nesting(EventKind::kProcessBegin, 0, rank_.begun);
    nesting(EventKind::kUnitBegin, unit(), rank_.begun);
    at_ = rank_.begun;
    for (std::uint32_t c = 0; c < rank_.calls.size(); ++c) {
      const Call& call = rank_.calls[c];
      if (call.thread == thread_ && !call.has(Flag::kPart)) {
        busy_until(call.begin);
        write_call(c);
        at_ = std::max(at_, call.end);
      }
    }
    if (thread_ == 0) {
      busy_until(rank_.ended);
    }
    nesting(EventKind::kUnitEnd, unit(), at_);
    const auto ending = rank_.has_finalized ? std::uint8_t{0} : traces::Flag::kFailed;
    add(traces::nesting_record(EventKind::kProcessEnd, ending, 0, at_, {0, 0}));
    spool_.ended(process_, at_);
  }

 private:
  [[nodiscard]] std::uint32_t unit() const { return rank_.phases[phase_].name; }

  void add(const traces::Record& record) { spool_.add(process_, record); }
  void nesting(EventKind kind, std::uint32_t element, Nanoseconds time) {
    add(traces::nesting_record(kind, 0, element, time, {0, 0}));
  }

  /// Until the next call the thread computes; phases begin meanwhile.
  void busy_until(Nanoseconds until) {
    while (phase_ + 1 < rank_.phases.size() && rank_.phases[phase_ + 1].at <= until) {
      compute_until(rank_.phases[phase_ + 1].at);
      nesting(EventKind::kUnitEnd, unit(), at_);
      ++phase_;
      nesting(EventKind::kUnitBegin, unit(), at_);
    }
    compute_until(until);
  }
  /// What other threads do between their calls is unknown: they may not exist.
  void compute_until(Nanoseconds until) {
    if (until > at_) {
      if (thread_ == 0) {
        add(traces::plain_record(EventKind::kComputationBegin, 0, at_));
        add(traces::plain_record(EventKind::kComputationEnd, 0, until));
      }
      at_ = until;
    }
  }

  void write_call(std::uint32_t c) {
    const Call& call = rank_.calls[c];
    const std::uint32_t row = unit() * numbers_.sites + call.site;
    const Nanoseconds begin = std::max(call.begin, at_);
    const Nanoseconds end = std::max(call.end, begin);
    nesting(EventKind::kFunctionalityBegin, row, begin);
    const auto taken = take_completed(c);
    for (std::uint32_t part = c; part < rank_.calls.size() && is_part_of(part, c); ++part) {
      if (rank_.calls[part].has(Flag::kSends) && is_message(rank_.calls[part], numbers_)) {
        write_send(part, begin, part == c && taken.empty() ? end : begin);
      }
    }
    if (!taken.empty()) {
      write_takes(taken, begin, end);
    }
    write_release(c, begin, end);
    nesting(EventKind::kFunctionalityEnd, row, end);
  }

  /// The parts of a call follow it. Those of other threads may lie between them.
  [[nodiscard]] bool is_part_of(std::uint32_t part, std::uint32_t c) const {
    const Call& other = rank_.calls[part];
    return part == c || (other.has(Flag::kPart) && other.thread == thread_ &&
                         other.begin == rank_.calls[c].begin);
  }

  [[nodiscard]] traces::RecordedMessage message(std::uint32_t c) const {
    const Link& link = shared_.links.at(shared_.position, c);
    return {numbers_.mid_of(rank_.calls[c]), link.peer, link.number};
  }

  void write_send(std::uint32_t c, Nanoseconds begin, Nanoseconds end) {
    const Call& call = rank_.calls[c];
    add(traces::message_record(EventKind::kSendBegin, 0, message(c), begin, call.bytes));
    const auto kind =
        call.is_open || call.has(Flag::kFailed) ? EventKind::kSendFailed : EventKind::kSendEnd;
    add(traces::message_record(kind, 0, message(c), end, 0));
  }

  /// The receives that this call completed. To be called in the order of calls.
  [[nodiscard]] std::span<const Completed> take_completed(std::uint32_t c) {
    const auto& all = shared_.completed;
    while (next_ < all.size() && all[next_].done_by < c) {
      ++next_;
    }
    const std::size_t first = next_;
    while (next_ < all.size() && all[next_].done_by == c) {
      ++next_;
    }
    return std::span(all).subspan(first, next_ - first);
  }

  /// A message arrives when its send begins, or when its receiver looks. The last one ends the
  /// wait, and takes the rest of the call.
  void write_takes(std::span<const Completed> taken, Nanoseconds begin, Nanoseconds end) {
    std::vector<std::pair<Nanoseconds, std::uint32_t>> arrivals;
    for (const Completed& one : taken) {
      const Link& link = shared_.links.at(shared_.position, one.posted);
      arrivals.emplace_back(link.is_matched ? std::clamp(link.sent, begin, end) : begin,
                            one.posted);
    }
    std::stable_sort(arrivals.begin(), arrivals.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    add(traces::plain_record(EventKind::kWait, 0, begin));
    for (const auto& [arrival, posted] : arrivals) {
      add(traces::message_record(EventKind::kArrival, 0, message(posted), arrival,
                                 rank_.calls[posted].bytes));
    }
    const Nanoseconds last = arrivals.back().first;
    for (auto one = arrivals.rbegin(); one != arrivals.rend(); ++one) {
      const bool is_last = one == arrivals.rbegin();
      const auto flag = is_last && last > begin ? traces::Flag::kWaited : std::uint8_t{0};
      add(traces::message_record(EventKind::kTake, flag, message(one->second), end,
                                 is_last ? static_cast<std::uint64_t>(end - last) : 0));
    }
  }

  /// The other ranks have come: until then the call waited.
  void write_release(std::uint32_t c, Nanoseconds begin, Nanoseconds end) {
    const auto& all = shared_.releases;
    while (next_release_ < all.size() && all[next_release_].call < c) {
      ++next_release_;
    }
    if (next_release_ == all.size() || all[next_release_].call != c) {
      return;
    }
    const Release& release = all[next_release_];
    const Call& call = rank_.calls[c];
    const traces::RecordedMessage operation{numbers_.operations.at(call.function),
                                            numbers_.process_of(release.last, release.thread), 0};
    add(traces::plain_record(EventKind::kWait, 0, begin));
    add(traces::message_record(EventKind::kReleased, 0, operation,
                               std::clamp(call.begin + call.idle, begin, end), 0));
  }

  const RankTrace& shared_;
  const Rank& rank_;
  const Numbers& numbers_;
  std::uint16_t thread_;
  std::uint32_t process_;
  traces::Spool& spool_;
  std::size_t next_ = 0;          // of shared_.completed
  std::size_t next_release_ = 0;  // of shared_.releases
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
  const Links links(program, matching, numbers);
  const auto releases = find_releases(program);
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    const RankTrace shared(program.ranks[r], r, numbers, links, releases[r]);
    for (std::uint16_t thread = 0; thread < program.ranks[r].threads; ++thread) {
      ThreadEvents(shared, thread, *spool).write();
    }
  }
  return spool->finish(std::move(reason));
}

}  // namespace dps::mpi_profiles
