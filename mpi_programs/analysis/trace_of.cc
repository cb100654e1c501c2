#include "mpi_programs/analysis/trace_of.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "mpi_programs/analysis/call_ends.h"
#include "mpi_programs/analysis/trace_numbers.h"
#include "profiles/traces/record.h"
#include "profiles/traces/spool.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;
using traces::EventKind;

/// The message of a call that sent it or posted its receive.
struct MessageLink {
  std::uint32_t peer = 0;    ///< process
  std::uint32_t number = 0;  ///< k; 0: no message, or not known yet
  Ticks sent = 0;            ///< of a receive: the time at which its send began
  bool is_matched = false;
};

/// The messages of all ranks, with the threads at their ends.
class MessageLinks {
 public:
  MessageLinks(const RecordedProgram& program, const Matching& matching,
               const TraceNumbers& numbers)
      : program_(program), numbers_(numbers) {
    for (const RecordedRank& rank : program.ranks) {
      links_.emplace_back(rank.calls.size());
    }
    for (const MatchedMessage& message : matching.messages) {
      add_matched(message);
    }
    for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
      for (std::uint32_t c = 0; c < program.ranks[r].calls.size(); ++c) {
        add_unmatched(r, c);
      }
    }
  }

  [[nodiscard]] const MessageLink& at(std::uint32_t rank, std::uint32_t call) const {
    return links_[rank][call];
  }
  [[nodiscard]] const TraceNumbers& numbers() const { return numbers_; }

 private:
  using FlowKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // type, from, to

  /// The thread that takes a message is the one in which its receive was completed.
  [[nodiscard]] std::uint32_t taker_of(std::uint32_t rank, const RecordedCall& posted) const {
    const RecordedRank& of = program_.ranks[rank];
    const RecordedCall& done = posted.done_by == kNoCall ? posted : of.calls[posted.done_by];
    return numbers_.process_of(rank, done.thread);
  }

  void add_matched(const MatchedMessage& message) {
    const RecordedCall& sent = program_.ranks[message.sender].calls[message.sent];
    const RecordedCall& posted = program_.ranks[message.receiver].calls[message.posted];
    if (!is_message(sent, numbers_) || !is_message(posted, numbers_)) {
      return;
    }
    const std::uint32_t from = numbers_.process_of(message.sender, sent.thread);
    const std::uint32_t to = taker_of(message.receiver, posted);
    const std::uint32_t number = ++counts_[{numbers_.mid_of(sent), from, to}];
    links_[message.sender][message.sent] = {to, number, sent.begin, true};
    links_[message.receiver][message.posted] = {from, number, sent.begin, true};
  }

  /// Adds the messages that were not matched, behind the matched ones of their type and pair.
  void add_unmatched(std::uint32_t rank, std::uint32_t c) {
    const RecordedCall& call = program_.ranks[rank].calls[c];
    MessageLink& link = links_[rank][c];
    if (link.is_matched || !is_message(call, numbers_)) {
      return;
    }
    const bool sends = call.has(CallFlag::kSends);
    const std::uint32_t own = sends ? numbers_.process_of(rank, call.thread) : taker_of(rank, call);
    link.peer = numbers_.positions.at(call.peer);
    link.number =
        ++counts_[{numbers_.mid_of(call), sends ? own : link.peer, sends ? link.peer : own}];
    link.sent = call.begin;
  }

  const RecordedProgram& program_;
  const TraceNumbers& numbers_;
  std::vector<std::vector<MessageLink>> links_;  // by rank and call
  std::map<FlowKey, std::uint32_t> counts_;
};

/// A receive, or a collective operation that does not block, and the call that completed it.
struct Completed {
  std::uint32_t done_by = 0;
  std::uint32_t posted = 0;

  bool operator<(const Completed& other) const {
    return std::tie(done_by, posted) < std::tie(other.done_by, other.posted);
  }
};

/// Yields the operations that each call completed; calls are looked up in their order.
class CompletedCursor {
 public:
  /// `all`: sorted, borrowed.
  explicit CompletedCursor(const std::vector<Completed>& all) : all_(all) {}

  [[nodiscard]] std::span<const Completed> take(std::uint32_t call) {
    while (next_ < all_.size() && all_[next_].done_by < call) {
      ++next_;
    }
    const std::size_t first = next_;
    while (next_ < all_.size() && all_[next_].done_by == call) {
      ++next_;
    }
    return std::span(all_).subspan(first, next_ - first);
  }

 private:
  const std::vector<Completed>& all_;
  std::size_t next_ = 0;
};

/// The data that all threads of a rank share.
struct RankTrace {
  const RecordedRank& rank;
  std::uint32_t position;
  const TraceNumbers& numbers;
  const MessageLinks& links;
  const std::vector<Release>& releases;
  const CallEnds& ends;
  std::vector<Completed> received;    ///< sorted
  std::vector<Completed> operations;  ///< sorted

  /// `at`: the position of the rank.
  RankTrace(const RecordedProgram& program, std::uint32_t at, const MessageLinks& messages,
            const std::vector<Release>& released, const CallEnds& dependences)
      : rank(program.ranks[at]),
        position(at),
        numbers(messages.numbers()),
        links(messages),
        releases(released),
        ends(dependences) {
    for (std::uint32_t c = 0; c < rank.calls.size(); ++c) {
      const RecordedCall& call = rank.calls[c];
      if (call.has(CallFlag::kReceives) && is_message(call, numbers)) {
        received.push_back({call.done_by, c});
      } else if (call.has(CallFlag::kCollective) && call.done_by != kNoCall) {
        operations.push_back({call.done_by, c});
      }
    }
    std::sort(received.begin(), received.end());
    std::sort(operations.begin(), operations.end());
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
        spool_(spool),
        received_(shared.received),
        operations_(shared.operations) {}

  void write() {
    nesting(EventKind::kProcessBegin, 0, rank_.begun);
    nesting(EventKind::kUnitBegin, unit(), rank_.begun);
    at_ = rank_.begun;
    for (std::uint32_t c = 0; c < rank_.calls.size(); ++c) {
      const RecordedCall& call = rank_.calls[c];
      if (call.thread == thread_ && !call.has(CallFlag::kPart)) {
        busy_until(call.begin, call.site);
        write_call(c);
        site_ = call.site;
        at_ = std::max(at_, call.end);
      }
    }
    if (thread_ == 0) {
      busy_until(rank_.ended, kNoSite);
    }
    nesting(EventKind::kUnitEnd, unit(), at_);
    const auto ending = rank_.has_finalized ? std::uint8_t{0} : traces::Flag::kFailed;
    add(traces::nesting_record(EventKind::kProcessEnd, ending, 0, at_, {0, 0}));
    spool_.ended(process_, at_);
  }

 private:
  [[nodiscard]] std::uint32_t unit() const { return rank_.phases[phase_].name; }

  void add(const traces::Record& record) { spool_.add(process_, record); }
  void nesting(EventKind kind, std::uint32_t element, Ticks time) {
    add(traces::nesting_record(kind, 0, element, time, {0, 0}));
  }

  /// Records that the thread computes until the call at `next`; phases begin meanwhile.
  void busy_until(Ticks until, std::uint32_t next) {
    while (phase_ + 1 < rank_.phases.size() && rank_.phases[phase_ + 1].at <= until) {
      compute_until(rank_.phases[phase_ + 1].at, next);
      nesting(EventKind::kUnitEnd, unit(), at_);
      ++phase_;
      nesting(EventKind::kUnitBegin, unit(), at_);
    }
    compute_until(until, next);
  }
  /// Nothing is recorded between the calls of other threads, which may not exist then.
  void compute_until(Ticks until, std::uint32_t next) {
    if (until > at_) {
      if (thread_ == 0) {
        const std::uint32_t computation = numbers_.computation_between(site_, next);
        add(traces::plain_record(EventKind::kComputationBegin, computation, at_));
        add(traces::plain_record(EventKind::kComputationEnd, computation, until));
      }
      at_ = until;
    }
  }

  void write_call(std::uint32_t c) {
    const RecordedCall& call = rank_.calls[c];
    const std::uint32_t row = unit() * numbers_.sites + call.site;
    const Ticks begin = std::max(call.begin, at_);
    const Ticks end = std::max(call.end, begin);
    nesting(EventKind::kFunctionalityBegin, row, begin);
    shown_ = {process_, begin};
    if (call.has(CallFlag::kCollective)) {
      write_operation(EventKind::kCollectiveBegin, c, begin);
    }
    const auto taken = received_.take(c);
    for (std::uint32_t part = c; part < rank_.calls.size() && is_part_of(part, c); ++part) {
      if (rank_.calls[part].has(CallFlag::kSends) && is_message(rank_.calls[part], numbers_)) {
        write_send(part, begin, part == c && taken.empty() ? end : begin);
      }
    }
    write_waits(c, taken, begin, end);
    if (call.has(CallFlag::kCollective) && !is_pending(call) && !call.is_open) {
      write_operation(EventKind::kCollectiveEnd, c, end);
    }
    for (const Completed& one : operations_.take(c)) {
      write_operation(EventKind::kCollectiveEnd, one.posted, end);
    }
    if (!call.is_open && begin < end) {
      write_dependence(call.begin, end);
    }
    nesting(EventKind::kFunctionalityEnd, row, end);
  }

  /// Adds the dependence of the end of the call, unless the other events of the call show it.
  void write_dependence(Ticks begin, Ticks end) {
    const auto on = shared_.ends.of(shared_.position, begin);
    const std::optional<std::uint32_t> type = !on || on->type ? on->type : shown_.type;
    if (on && type && !on->is_at(shown_) && on->since <= end) {
      add(traces::message_record(EventKind::kReleased, 0, {*type, on->process, traces::kEndOfCall},
                                 end, static_cast<std::uint64_t>(on->since)));
    }
  }

  /// True if another call completes the operation, or nothing does.
  static bool is_pending(const RecordedCall& operation) {
    return operation.has(CallFlag::kPending) || operation.done_by != kNoCall;
  }
  /// A rank that has no part in the operation has no event. Source: docs/trace.md, "MPI programs".
  void write_operation(EventKind kind, std::uint32_t c, Ticks time) {
    const RecordedCall& call = rank_.calls[c];
    const auto root = numbers_.positions.find(call.peer);
    const bool has_root = root != numbers_.positions.end();
    const bool has_no_part = call.peer == board::kNobody || call.peer == kInvalidRank;
    if (call.has(CallFlag::kFailed) || (!has_root && has_no_part)) {
      return;
    }
    const std::uint64_t number = is_pending(call) ? c + std::uint64_t{1} : 0;
    add(traces::message_record(
        kind, 0, {numbers_.operation_of(call), has_root ? root->second : shared_.position, number},
        time, call.bytes));
  }

  /// The parts of a call follow it. Those of other threads may lie between them.
  [[nodiscard]] bool is_part_of(std::uint32_t part, std::uint32_t c) const {
    const RecordedCall& other = rank_.calls[part];
    return part == c || (other.has(CallFlag::kPart) && other.thread == thread_ &&
                         other.begin == rank_.calls[c].begin);
  }

  [[nodiscard]] traces::RecordedMessage message(std::uint32_t c) const {
    const MessageLink& link = shared_.links.at(shared_.position, c);
    return {numbers_.mid_of(rank_.calls[c]), link.peer, link.number};
  }

  /// A send that lasts until its receive is posted is held until then.
  void write_send(std::uint32_t c, Ticks begin, Ticks end) {
    const RecordedCall& call = rank_.calls[c];
    traces::RecordedMessage sent = message(c);
    sent.element = numbers_.output_of(call);
    add(traces::message_record(EventKind::kSendBegin, 0, sent, begin, call.bytes));
    if (end > begin && call.idle > 0) {
      add(traces::message_record(EventKind::kSendHeld, 0, sent, begin, 0));
      const Ticks freed = std::min(call.begin + call.idle, end);
      add(traces::message_record(EventKind::kSendFreed, 0, sent, freed, 0));
      shown_ = {sent.peer, freed, numbers_.mid_of(call)};
    }
    const auto kind =
        call.is_open || call.has(CallFlag::kFailed) ? EventKind::kSendFailed : EventKind::kSendEnd;
    add(traces::message_record(kind, 0, sent, end, 0));
  }

  /// The release of this call; null: it has none. To be called in the order of calls.
  [[nodiscard]] const Release* take_release(std::uint32_t c) {
    const auto& all = shared_.releases;
    while (next_release_ < all.size() && all[next_release_].call < c) {
      ++next_release_;
    }
    const bool is_there = next_release_ < all.size() && all[next_release_].call == c;
    return is_there ? &all[next_release_] : nullptr;
  }

  /// A message arrives when its send begins, or when its receiver looks; a collective operation
  /// releases the call when its last rank enters. The last arrival ends the wait; if it is a
  /// message, its take has the rest of the call.
  void write_waits(std::uint32_t c, std::span<const Completed> taken, Ticks begin, Ticks end) {
    const Release* release = take_release(c);
    if (taken.empty() && release == nullptr) {
      return;
    }
    std::vector<std::pair<Ticks, std::uint32_t>> arrivals;
    for (const Completed& one : taken) {
      const MessageLink& link = shared_.links.at(shared_.position, one.posted);
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
    Ticks last = arrivals.empty() ? begin : arrivals.back().first;
    const bool is_released = release != nullptr && (arrivals.empty() || release->at > last);
    if (is_released) {
      last = std::clamp(release->at, begin, end);
      write_release(*release, last);
    }
    for (auto one = arrivals.rbegin(); one != arrivals.rend(); ++one) {
      const bool is_last = one == arrivals.rbegin();
      const bool has_waited = is_last && last > begin && !is_released;
      if (has_waited) {
        shown_ = {message(one->second).peer, last, numbers_.mid_of(rank_.calls[one->second])};
      }
      add(traces::message_record(
          EventKind::kTake, has_waited ? traces::Flag::kWaited : std::uint8_t{0},
          message(one->second), end, is_last ? static_cast<std::uint64_t>(end - last) : 0));
    }
  }
  void write_release(const Release& release, Ticks at) {
    const traces::RecordedMessage operation{numbers_.operation_of(release),
                                            numbers_.process_of(release.last, release.thread), 0};
    add(traces::message_record(EventKind::kReleased, 0, operation, at, 0));
    shown_ = {operation.peer, at, operation.element};
  }

  const RankTrace& shared_;
  const RecordedRank& rank_;
  const TraceNumbers& numbers_;
  std::uint16_t thread_;
  std::uint32_t process_;
  traces::Spool& spool_;
  CompletedCursor received_;
  CompletedCursor operations_;
  std::size_t next_release_ = 0;  // of shared_.releases
  std::size_t phase_ = 0;
  std::uint32_t site_ = kNoSite;  // of the last call
  Ticks at_ = 0;
  CallDependence shown_;  // of the end of the current call, by its other events
};

}  // namespace

namespace {

/// The type of the message that this call of the rank sent; nullopt: it is not recorded.
std::optional<std::uint32_t> type_sent_by(const RecordedProgram& program,
                                          const TraceNumbers& numbers, const LinkUse& use) {
  const auto position = numbers.positions.find(use.caller);
  if (position == numbers.positions.end()) {
    return std::nullopt;
  }
  const auto& calls = program.ranks[position->second].calls;
  auto call = std::lower_bound(calls.begin(), calls.end(), use.call,
                               [](const RecordedCall& one, Ticks at) { return one.begin < at; });
  for (; call != calls.end() && call->begin == use.call; ++call) {
    if (call->has(CallFlag::kCollective)) {
      return numbers.operation_of(*call);
    }
    if (call->has(CallFlag::kSends) && is_message(*call, numbers)) {
      return numbers.mid_of(*call);
    }
  }
  return std::nullopt;
}

void add_link_uses(const RecordedProgram& program, const TraceNumbers& numbers,
                   traces::Spool& spool) {
  if (program.link_uses.empty()) {
    return;
  }
  spool.collect_links();
  for (const LinkUse& use : program.link_uses) {
    const auto from = numbers.positions.find(use.from);
    const auto to = numbers.positions.find(use.to);
    const auto type = type_sent_by(program, numbers, use);
    if (type && from != numbers.positions.end() && to != numbers.positions.end()) {
      spool.add_link(use.link, {use.begin, use.end, *type, from->second, to->second}, use.message);
    }
  }
}

}  // namespace

Result<traces::Trace> trace_of(const RecordedProgram& program, const Matching& matching,
                               traces::TraceHead head) {
  const auto releases = find_releases(program, matching);
  const TraceNumbers numbers = add_to_head(program, releases, head);
  std::string reason = head.complete ? "" : head.reason;
  auto spool = traces::Spool::make(std::move(head));
  if (!spool) {
    return tl::unexpected(spool.error());
  }
  const MessageLinks links(program, matching, numbers);
  const CallEnds ends(program, numbers);
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    const RankTrace shared(program, r, links, releases[r], ends);
    for (std::uint16_t thread = 0; thread < program.ranks[r].threads; ++thread) {
      ThreadEvents(shared, thread, *spool).write();
    }
  }
  add_link_uses(program, numbers, *spool);
  auto trace = spool->finish(std::move(reason));
  if (trace) {
    trace->name_links([&](std::uint32_t link) { return program.link_names.at(link); });
  }
  return trace;
}

}  // namespace dps::mpi_profiles
