#include "mpi_programs/analysis/matching.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "mpi_programs/analysis/waiting_calls.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

/// One end of a message.
struct MessageEnd {
  std::uint32_t communicator = 0;
  std::int32_t sender = 0;
  std::int32_t receiver = 0;
  std::int32_t tag = 0;
  std::uint32_t rank = 0;  // position
  std::uint32_t call = 0;

  [[nodiscard]] auto key() const { return std::tie(communicator, sender, receiver, tag); }
};

bool comes_first(const MessageEnd& a, const MessageEnd& b) {
  return std::tuple_cat(a.key(), std::tie(a.call)) < std::tuple_cat(b.key(), std::tie(b.call));
}

/// A call of a position in RecordedProgram::ranks.
struct CallOfRank {
  std::uint32_t rank = 0;
  std::uint32_t call = 0;
};

std::vector<CallOfRank> successful_probes(const RecordedProgram& program) {
  std::vector<CallOfRank> probes;
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    const auto& calls = program.ranks[r].calls;
    for (std::uint32_t c = 0; c < calls.size(); ++c) {
      if (is_probe(calls[c].function) && calls[c].peer >= 0 && !calls[c].is_open &&
          !calls[c].has(CallFlag::kPolls) && !calls[c].has(CallFlag::kFailed)) {
        probes.push_back({r, c});
      }
    }
  }
  return probes;
}

/// A probe finds the message that the next receive takes of its communicator, sender and tag.
void find_probed(const RecordedProgram& program, Matching& matching) {
  const auto probes = successful_probes(program);
  if (probes.empty()) {
    return;
  }
  using Queue = std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::int32_t>;
  std::map<Queue, std::vector<std::uint32_t>> queues;  // in the order of their receives
  const auto queue_of = [&](std::uint32_t rank, std::uint32_t call) {
    const RecordedCall& of = program.ranks[rank].calls[call];
    return Queue{rank, of.communicator, of.peer, of.tag};
  };
  for (std::uint32_t m = 0; m < matching.messages.size(); ++m) {
    queues[queue_of(matching.messages[m].receiver, matching.messages[m].posted)].push_back(m);
  }
  for (const CallOfRank& probe : probes) {
    const auto& queue = queues[queue_of(probe.rank, probe.call)];
    const auto next = std::partition_point(queue.begin(), queue.end(), [&](std::uint32_t m) {
      return matching.messages[m].posted < probe.call;
    });
    if (next != queue.end()) {
      matching.probed.push_back({probe.call, *next});
    }
  }
}

}  // namespace

Matching match_messages(const RecordedProgram& program) {
  std::vector<MessageEnd> sends;
  std::vector<MessageEnd> receives;
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    const RecordedRank& rank = program.ranks[r];
    for (std::uint32_t c = 0; c < rank.calls.size(); ++c) {
      const RecordedCall& call = rank.calls[c];
      if (call.sends()) {
        sends.push_back({call.communicator, rank.rank, call.peer, call.tag, r, c});
      } else if (call.receives()) {
        receives.push_back({call.communicator, call.peer, rank.rank, call.tag, r, c});
      }
    }
  }
  std::sort(sends.begin(), sends.end(), &comes_first);
  std::sort(receives.begin(), receives.end(), &comes_first);
  Matching matching;
  auto send = sends.begin();
  auto receive = receives.begin();
  while (send != sends.end() && receive != receives.end()) {
    if (send->key() < receive->key()) {
      ++matching.not_received;
      ++send;
    } else if (receive->key() < send->key()) {
      ++matching.not_sent;
      ++receive;
    } else {
      matching.messages.push_back({send->rank, send->call, receive->rank, receive->call});
      ++send;
      ++receive;
    }
  }
  matching.not_received += static_cast<std::uint64_t>(sends.end() - send);
  matching.not_sent += static_cast<std::uint64_t>(receives.end() - receive);
  find_probed(program, matching);
  return matching;
}

namespace {

/// The idle times of a program.
class IdleTimes {
 public:
  explicit IdleTimes(RecordedProgram& program) : program_(program) {}

  /// The call waited until an instant of the other rank.
  void add(std::uint32_t rank, std::uint32_t c, Ticks until, std::uint32_t other) {
    RecordedCall& call = program_.ranks[rank].calls[c];
    const Ticks before = call.idle;
    call.idle = std::clamp(until - call.begin, call.idle, std::max(call.idle, call.time));
    if (call.idle > before) {
      call.idle_is_unsure =
          call.idle < program_.error_between(program_.ranks[rank], program_.ranks[other]);
    }
    if (is_poll(call.function)) {
      auto& known = found_.try_emplace({rank, c}, until).first->second;
      known = std::max(known, until);
    }
  }

  /// Adds polls that found nothing, with other work between them: each has its share of the time
  /// until the awaited message or operation was there.
  void add_polls() {
    for (std::uint32_t r = 0; r < program_.ranks.size() && !found_.empty(); ++r) {
      std::map<std::pair<std::uint16_t, std::uint32_t>, Ticks> next;  // by thread and site
      auto& calls = program_.ranks[r].calls;
      for (auto c = static_cast<std::uint32_t>(calls.size()); c-- > 0;) {
        RecordedCall& call = calls[c];
        if (!is_poll(call.function)) {
          continue;
        }
        const std::pair site(call.thread, call.site);
        const auto found = found_.find({r, c});
        if (call.has(CallFlag::kPolls)) {
          add_share(call, next.contains(site) ? next[site] : call.begin);
        } else if (found != found_.end()) {
          next[site] = found->second;
        } else {
          next.erase(site);
        }
      }
    }
  }

 private:
  static void add_share(RecordedCall& polls, Ticks until) {
    const Ticks span = polls.end - polls.begin;
    if (span > 0) {
      const auto waited = static_cast<double>(std::clamp<Ticks>(until - polls.begin, 0, span));
      polls.idle =
          static_cast<Ticks>(static_cast<double>(polls.time) * waited / static_cast<double>(span));
    }
  }

  RecordedProgram& program_;
  /// The instant at which the call's message or operation was there, by rank and call of a polling
  /// function.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Ticks> found_;
};

/// The calls of one rank that are collective over a communicator, in their order.
using CollectiveCalls = std::map<std::uint32_t, std::vector<std::uint32_t>>;

CollectiveCalls collective_calls(const RecordedRank& rank) {
  CollectiveCalls calls;
  for (std::uint32_t c = 0; c < rank.calls.size(); ++c) {
    const RecordedCall& call = rank.calls[c];
    if (call.has(CallFlag::kCollective) && call.communicator != board::kSelf) {
      calls[call.communicator].push_back(c);
    }
  }
  return calls;
}

/// The member that entered a collective operation last.
struct LatestMember {
  Ticks begin = std::numeric_limits<Ticks>::min();
  std::uint32_t rank = 0;  ///< position in RecordedProgram::ranks
  std::uint32_t call = 0;
};

/// Calls `visit(rank, call, last)` for each collective operation, by rank and communicator.
template <typename Visit>
void for_each_collective(const RecordedProgram& program, Visit visit) {
  std::vector<CollectiveCalls> of_ranks;
  std::map<std::uint32_t, std::vector<LatestMember>> latest;  // by communicator and order
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    of_ranks.push_back(collective_calls(program.ranks[r]));
    for (const auto& [communicator, calls] : of_ranks.back()) {
      auto& entries = latest[communicator];
      entries.resize(std::max(entries.size(), calls.size()));
      for (std::size_t k = 0; k < calls.size(); ++k) {
        const RecordedCall& call = program.ranks[r].calls[calls[k]];
        if (entries[k].begin < call.begin) {
          entries[k] = {call.begin, r, calls[k]};
        }
      }
    }
  }
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    for (const auto& [communicator, calls] : of_ranks[r]) {
      const std::vector<LatestMember>& entries = latest[communicator];
      for (std::size_t k = 0; k < calls.size(); ++k) {
        visit(r, calls[k], entries[k]);
      }
    }
  }
}

}  // namespace

void find_idle_times(RecordedProgram& program, const Matching& matching) {
  IdleTimes times(program);
  for (const MatchedMessage& message : matching.messages) {
    const RecordedRank& receiver = program.ranks[message.receiver];
    const RecordedRank& sender = program.ranks[message.sender];
    const RecordedCall& posted = receiver.calls[message.posted];
    const std::uint32_t ends_send = ending_call(sender, message.sent);
    // A send that does not need its receiver has ended by then, or ends at about that time.
    if (ends_send != kNoCall && posted.begin <= sender.calls[ends_send].end &&
        may_wait_for_receiver(program, sender.calls[message.sent])) {
      times.add(message.sender, ends_send, posted.begin, message.receiver);
    }
    if (posted.done_by != kNoCall) {
      times.add(message.receiver, posted.done_by, sender.calls[message.sent].begin, message.sender);
    }
  }
  for (const ProbedMessage& probe : matching.probed) {
    const MatchedMessage& message = matching.messages[probe.message];
    times.add(message.receiver, probe.call, program.ranks[message.sender].calls[message.sent].begin,
              message.sender);
  }
  for_each_collective(program,
                      [&](std::uint32_t rank, std::uint32_t call, const LatestMember& last) {
                        const std::uint32_t done_by = completing_call(program.ranks[rank], call);
                        if (done_by != kNoCall) {
                          times.add(rank, done_by, last.begin, last.rank);
                        }
                      });
  times.add_polls();
}

std::vector<std::vector<Release>> find_releases(const RecordedProgram& program,
                                                const Matching& matching) {
  std::vector<std::vector<Release>> releases(program.ranks.size());
  const auto add = [&](std::uint32_t rank, std::uint32_t c, std::uint32_t last,
                       const RecordedCall& came) {
    if (c == kNoCall) {
      return;
    }
    const RecordedCall& call = program.ranks[rank].calls[c];
    if (call.begin < came.begin && came.begin <= call.end) {
      releases[rank].push_back(
          {c, came.begin, came.communicator, came.function, came.thread, last});
    }
  };
  for_each_collective(program,
                      [&](std::uint32_t rank, std::uint32_t operation, const LatestMember& last) {
                        add(rank, completing_call(program.ranks[rank], operation), last.rank,
                            program.ranks[last.rank].calls[last.call]);
                      });
  for (const MatchedMessage& message : matching.messages) {
    const RecordedRank& sender = program.ranks[message.sender];
    const RecordedCall& sent = sender.calls[message.sent];
    if (!is_blocking_send(sent) && may_wait_for_receiver(program, sent)) {
      add(message.sender, ending_call(sender, message.sent), message.receiver,
          program.ranks[message.receiver].calls[message.posted]);
    }
  }
  for (const ProbedMessage& probe : matching.probed) {
    const MatchedMessage& message = matching.messages[probe.message];
    add(message.receiver, probe.call, message.sender,
        program.ranks[message.sender].calls[message.sent]);
  }
  for (std::vector<Release>& of_rank : releases) {
    std::sort(of_rank.begin(), of_rank.end(), [](const Release& a, const Release& b) {
      return a.call != b.call ? a.call < b.call : a.at > b.at;
    });
    const auto end =
        std::unique(of_rank.begin(), of_rank.end(),
                    [](const Release& a, const Release& b) { return a.call == b.call; });
    of_rank.erase(end, of_rank.end());
  }
  return releases;
}

}  // namespace dps::mpi_profiles
