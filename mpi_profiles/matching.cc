#include "mpi_profiles/matching.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace dps::mpi_profiles {
namespace {

using board::Flag;

/// One end of a message.
struct End {
  std::uint32_t communicator = 0;
  std::int32_t sender = 0;
  std::int32_t receiver = 0;
  std::int32_t tag = 0;
  std::uint32_t rank = 0;  // position
  std::uint32_t call = 0;

  [[nodiscard]] auto key() const { return std::tie(communicator, sender, receiver, tag); }
};

bool comes_first(const End& a, const End& b) {
  return std::tuple_cat(a.key(), std::tie(a.call)) < std::tuple_cat(b.key(), std::tie(b.call));
}

}  // namespace

Matching match_messages(const Program& program) {
  std::vector<End> sends;
  std::vector<End> receives;
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    const Rank& rank = program.ranks[r];
    for (std::uint32_t c = 0; c < rank.calls.size(); ++c) {
      const Call& call = rank.calls[c];
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
void add_idle(Call& call, Nanoseconds until, Nanoseconds error) {
  const Nanoseconds before = call.idle;
  call.idle = std::clamp(until - call.begin, call.idle, std::max(call.idle, call.time));
  if (call.idle > before) {
    call.idle_is_unsure = call.idle < error;
  }
}

/// The calls of one rank that are collective over a communicator, in their order.
using CollectiveCalls = std::map<std::uint32_t, std::vector<std::uint32_t>>;

CollectiveCalls collective_calls(const Rank& rank) {
  CollectiveCalls calls;
  for (std::uint32_t c = 0; c < rank.calls.size(); ++c) {
    const Call& call = rank.calls[c];
    if (call.has(Flag::kCollective) && call.communicator != board::kSelf) {
      calls[call.communicator].push_back(c);
    }
  }
  return calls;
}

/// The member that entered a collective operation last.
struct Entry {
  Nanoseconds begin = std::numeric_limits<Nanoseconds>::min();
  std::uint32_t rank = 0;  ///< position in Program::ranks
  std::uint16_t thread = 0;
};

/// Calls `visit(rank, call, last)` for each collective operation, by rank and communicator.
template <typename Visit>
void for_each_collective(const Program& program, Visit visit) {
  std::vector<CollectiveCalls> of_ranks;
  std::map<std::uint32_t, std::vector<Entry>> latest;  // by communicator and order
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    of_ranks.push_back(collective_calls(program.ranks[r]));
    for (const auto& [communicator, calls] : of_ranks.back()) {
      auto& entries = latest[communicator];
      entries.resize(std::max(entries.size(), calls.size()));
      for (std::size_t k = 0; k < calls.size(); ++k) {
        const Call& call = program.ranks[r].calls[calls[k]];
        if (entries[k].begin < call.begin) {
          entries[k] = {call.begin, r, call.thread};
        }
      }
    }
  }
  for (std::uint32_t r = 0; r < program.ranks.size(); ++r) {
    for (const auto& [communicator, calls] : of_ranks[r]) {
      const std::vector<Entry>& entries = latest[communicator];
      for (std::size_t k = 0; k < calls.size(); ++k) {
        visit(r, calls[k], entries[k]);
      }
    }
  }
}

}  // namespace

void find_idle_times(Program& program, const Matching& matching) {
  for (const Message& message : matching.messages) {
    Rank& receiver = program.ranks[message.receiver];
    const std::uint32_t done_by = receiver.calls[message.posted].done_by;
    if (done_by != kNoCall) {
      const Rank& sender = program.ranks[message.sender];
      add_idle(receiver.calls[done_by], sender.calls[message.sent].begin,
               program.error_between(receiver, sender));
    }
  }
  for_each_collective(program, [&](std::uint32_t rank, std::uint32_t call, const Entry& last) {
    Rank& waiting = program.ranks[rank];
    add_idle(waiting.calls[call], last.begin,
             program.error_between(waiting, program.ranks[last.rank]));
  });
}

std::vector<std::vector<Release>> find_releases(const Program& program) {
  std::vector<std::vector<Release>> releases(program.ranks.size());
  for_each_collective(program, [&](std::uint32_t rank, std::uint32_t c, const Entry& last) {
    const Call& call = program.ranks[rank].calls[c];
    if (call.idle > 0 && last.begin <= call.end) {
      releases[rank].push_back({c, last.rank, last.thread});
    }
  });
  for (std::vector<Release>& of_rank : releases) {
    std::sort(of_rank.begin(), of_rank.end(),
              [](const Release& a, const Release& b) { return a.call < b.call; });
  }
  return releases;
}

}  // namespace dps::mpi_profiles
