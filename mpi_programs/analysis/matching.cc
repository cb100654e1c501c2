#include "mpi_programs/analysis/matching.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

#include "mpi_programs/library/functions.h"

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
  return matching;
}

namespace {

/// `error`: of `until - call.begin`.
void add_idle(RecordedCall& call, Nanoseconds until, Nanoseconds error) {
  const Nanoseconds before = call.idle;
  call.idle = std::clamp(until - call.begin, call.idle, std::max(call.idle, call.time));
  if (call.idle > before) {
    call.idle_is_unsure = call.idle < error;
  }
}

/// True if the call ends when its message has been sent, or can be sent without the receiver.
bool is_blocking_send(const RecordedCall& call) {
  constexpr std::array<std::uint16_t, 5> kBlocking{mpi_library::kSend, mpi_library::kSsend,
                                                   mpi_library::kRsend, mpi_library::kSendrecv,
                                                   mpi_library::kSendrecv_replace};
  return std::find(kBlocking.begin(), kBlocking.end(), call.function) != kBlocking.end();
}

/// The call that waits until a message has been sent; kNoCall: none does.
std::uint32_t ending_call(const RecordedRank& sender, std::uint32_t send) {
  const RecordedCall& call = sender.calls[send];
  return is_blocking_send(call) ? send : call.done_by;
}

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
  Nanoseconds begin = std::numeric_limits<Nanoseconds>::min();
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

/// The call that waits for a collective operation; kNoCall: none has completed it.
std::uint32_t completing_call(const RecordedRank& rank, std::uint32_t operation) {
  const RecordedCall& call = rank.calls[operation];
  const bool is_own = call.done_by == kNoCall && !call.has(CallFlag::kPending);
  return is_own ? operation : call.done_by;
}

}  // namespace

void find_idle_times(RecordedProgram& program, const Matching& matching) {
  for (const MatchedMessage& message : matching.messages) {
    RecordedRank& receiver = program.ranks[message.receiver];
    RecordedRank& sender = program.ranks[message.sender];
    const Nanoseconds sent = sender.calls[message.sent].begin;
    const RecordedCall& posted = receiver.calls[message.posted];
    const Nanoseconds error = program.error_between(receiver, sender);
    const std::uint32_t ends_send = ending_call(sender, message.sent);
    // A send that does not need its receiver has ended by then, or ends at about that time.
    if (ends_send != kNoCall && posted.begin <= sender.calls[ends_send].end) {
      add_idle(sender.calls[ends_send], posted.begin, error);
    }
    if (posted.done_by != kNoCall) {
      add_idle(receiver.calls[posted.done_by], sent, error);
    }
  }
  for_each_collective(
      program, [&](std::uint32_t rank, std::uint32_t call, const LatestMember& last) {
        RecordedRank& waiting = program.ranks[rank];
        if (const std::uint32_t done_by = completing_call(waiting, call); done_by != kNoCall) {
          add_idle(waiting.calls[done_by], last.begin,
                   program.error_between(waiting, program.ranks[last.rank]));
        }
      });
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
    if (!is_blocking_send(sender.calls[message.sent])) {
      add(message.sender, ending_call(sender, message.sent), message.receiver,
          program.ranks[message.receiver].calls[message.posted]);
    }
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
