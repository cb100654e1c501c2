#include "mpi_programs/analysis/message_rows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "mpi_programs/analysis/unrecorded_ranks.h"
#include "profiles/message_books.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

/// Communicator, tag, sender and receiver; -1 for all.
using BookKey = std::tuple<std::uint32_t, std::int32_t, std::int32_t, std::int32_t>;
using Books = std::map<BookKey, profiles::MessageProfile>;

Books books_of(const RecordedProgram& program) {
  Books books;
  for (const RecordedRank& rank : program.ranks) {
    for (const RecordedCall& call : rank.calls) {
      if (call.sends()) {
        auto& row = books[{call.communicator, call.tag, rank.rank, call.peer}];
        row.sent += 1;
        row.bytes += call.bytes;
      } else if (call.receives()) {
        books[{call.communicator, call.tag, call.peer, rank.rank}].taken += 1;
      }
    }
  }
  return books;
}

/// The idle time of a call belongs to the last of its messages.
void add_waited(const RecordedProgram& program, const Matching& matching, Books& books) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, const MatchedMessage*>
      latest;  // by rank and call
  const auto begun = [&](const MatchedMessage& of) {
    return program.ranks[of.sender].calls[of.sent].begin;
  };
  for (const MatchedMessage& message : matching.messages) {
    const RecordedRank& receiver = program.ranks[message.receiver];
    const std::uint32_t done_by = receiver.calls[message.posted].done_by;
    if (done_by != kNoCall && receiver.calls[done_by].idle > 0) {
      const MatchedMessage*& known = latest[{message.receiver, done_by}];
      known = known == nullptr || begun(*known) < begun(message) ? &message : known;
    }
  }
  for (const auto& [call, message] : latest) {
    const RecordedRank& receiver = program.ranks[message->receiver];
    const RecordedCall& posted = receiver.calls[message->posted];
    books[{posted.communicator, posted.tag, posted.peer, receiver.rank}].waited_s +=
        program.seconds(receiver.calls[call.second].idle);
  }
}

Books summed(const Books& books) {
  Books sums;
  for (const auto& [key, row] : books) {
    profiles::MessageProfile& sum = sums[{std::get<0>(key), std::get<1>(key), -1, -1}];
    sum.sent += row.sent;
    sum.taken += row.taken;
    sum.bytes += row.bytes;
    sum.waited_s += row.waited_s;
  }
  return sums;
}

std::string name_of(std::int32_t rank) {
  return rank < 0 ? "p" : ptag_of(rank);
}

}  // namespace

std::vector<profiles::MessageProfile> message_rows(const RecordedProgram& program,
                                                   const Matching& matching) {
  const RecordedRanks recorded(program);
  Books books = books_of(program);
  add_waited(program, matching, books);
  if (books.size() > profiles::kMostMessageRows) {
    books = summed(books);
  }
  std::vector<profiles::MessageProfile> rows;
  for (auto& [key, row] : books) {
    RecordedCall call;
    call.communicator = std::get<0>(key);
    call.tag = std::get<1>(key);
    row.mtag = mtag_of(program, call);
    row.sender = name_of(std::get<2>(key));
    row.receiver = name_of(std::get<3>(key));
    const std::int32_t receiver = std::get<3>(key);
    const bool is_known = receiver < 0 ? recorded.are_all() : recorded.has(receiver);
    row.late = is_known && row.sent > row.taken ? row.sent - row.taken : 0;
    rows.push_back(std::move(row));
  }
  return rows;
}

void add_late(profiles::RunProfile& run) {
  std::map<std::string, std::uint64_t> late;
  for (const profiles::MessageProfile& row : run.messages) {
    late[row.receiver] += row.late;
  }
  for (profiles::ProcessProfile& process : run.processes) {
    const auto found = late.find(process.ptag);
    process.late_msgs = found != late.end() ? found->second : 0;
  }
}

namespace {

std::uint64_t length(Ticks from, Ticks to) {
  return to > from ? static_cast<std::uint64_t>(to - from) : 0;
}

void add_messages(const RecordedProgram& program, const Matching& matching,
                  statistics::Latencies& latencies) {
  std::map<std::pair<std::uint32_t, std::int32_t>, statistics::MessageTimes> times;
  for (const MatchedMessage& message : matching.messages) {
    const RecordedCall& sent = program.ranks[message.sender].calls[message.sent];
    const RecordedRank& receiver = program.ranks[message.receiver];
    const std::uint32_t done_by = receiver.calls[message.posted].done_by;
    if (done_by != kNoCall) {
      times[{sent.communicator, sent.tag}].add_unsplit(
          length(sent.begin, receiver.calls[done_by].end));
    }
  }
  for (auto& [key, row] : times) {
    RecordedCall call;
    std::tie(call.communicator, call.tag) = key;
    latencies.messages.push_back({mtag_of(program, call), std::move(row)});
  }
}

}  // namespace

statistics::Latencies latencies_of(const RecordedProgram& program, const Matching& matching) {
  statistics::Latencies latencies;
  latencies.ticks_per_second = static_cast<std::uint64_t>(ticks_per_second(program.unit));
  add_messages(program, matching, latencies);
  std::map<std::pair<std::uint32_t, std::uint32_t>, statistics::Histogram> times;  // phase, site
  for (const RecordedRank& rank : program.ranks) {
    latencies.left_out += rank.lost;
    for (const RecordedCall& call : rank.calls) {
      if (call.calls == 1 && !call.has(CallFlag::kPolls) && !call.is_open) {
        times[{rank.phases[call.phase].name, call.site}].add(length(0, call.time));
      }
    }
  }
  for (auto& [key, row] : times) {
    latencies.functionalities.push_back(
        {"p", program.phases[key.first], program.sites[key.second].tag(), std::move(row)});
  }
  return latencies;
}

}  // namespace dps::mpi_profiles
