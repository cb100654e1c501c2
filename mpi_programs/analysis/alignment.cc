#include "mpi_programs/analysis/alignment.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

namespace dps::mpi_profiles {
namespace {

using clocks::Burst;
using clocks::ClockLine;
using clocks::Exchange;
using clocks::Reading;

constexpr double kMostDrift = 3e-4;

/// The bounds from all exchanges, which hold whatever the clocks did meanwhile.
Burst widest_burst(std::span<const Exchange> exchanges) {
  Reading low = exchanges.front().read - exchanges.front().received;
  Reading high = exchanges.front().read - exchanges.front().sent;
  for (const Exchange& exchange : exchanges) {
    low = std::min(low, exchange.read - exchange.received);
    high = std::max(high, exchange.read - exchange.sent);
  }
  Burst burst;
  burst.duration = exchanges.back().read - exchanges.front().read;
  burst.at = exchanges.front().read + burst.duration / 2;
  burst.offset = low + (high - low) / 2;
  burst.uncertainty = (high - low + 1) / 2;
  return burst;
}

Burst burst_of(std::span<const Exchange> exchanges) {
  return clocks::measure_offset(exchanges).value_or(widest_burst(exchanges));
}

ClockLine line_of_one(std::span<const Exchange> exchanges) {
  const Burst burst = burst_of(exchanges);
  ClockLine line;
  line.middle = burst.at;
  line.offset = burst.offset;
  line.error =
      static_cast<double>(burst.uncertainty) + kMostDrift * static_cast<double>(burst.duration) + 1;
  line.error_drift = kMostDrift;
  return line;
}

/// The exchanges with each rank on another host.
using ExchangesOf = std::map<std::int32_t, std::vector<std::vector<board::TickExchange>>>;

void collect_exchanges(const board::LogReader& log, ExchangesOf& exchanges) {
  const auto records = log.records();
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records[i].is_special()) {
      continue;
    }
    if (records[i].function == board::kExchanges) {
      const std::string_view contents = log.contents(i);
      std::vector<board::TickExchange> list(contents.size() / sizeof(board::TickExchange));
      std::memcpy(list.data(), contents.data(), list.size() * sizeof(board::TickExchange));
      if (!list.empty()) {
        exchanges[records[i].peer].push_back(std::move(list));
      }
    }
    i += records[i].link;
  }
}

std::vector<Exchange> in_nanoseconds(const std::vector<board::TickExchange>& list,
                                     const board::LogReader& reference,
                                     const board::LogReader& client) {
  std::vector<Exchange> exchanges;
  exchanges.reserve(list.size());
  for (const board::TickExchange& one : list) {
    exchanges.push_back({reference.nanoseconds(one.sent), client.nanoseconds(one.read),
                         reference.nanoseconds(one.received)});
  }
  return exchanges;
}

/// Numbers the clocks; the first is that of the rank with the exchanges.
void number_clocks(const std::vector<RankLogs>& logs, const RankLogs* leader,
                   Alignment& alignment) {
  std::map<std::string, std::uint32_t> numbers;
  const auto number_of = [&](const RankLogs& rank) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    const auto [place, is_new] = numbers.try_emplace(rank.clock, next);
    if (is_new) {
      alignment.clocks.push_back({rank.host, 0, 0, next == 0});
      alignment.lines.emplace_back();
    }
    return place->second;
  };
  if (leader != nullptr) {
    number_of(*leader);
  }
  for (const RankLogs& rank : logs) {
    alignment.clock_of.push_back(number_of(rank));
  }
}

/// The largest error of a line while the ranks with this clock ran.
double largest_error(const ClockLine& line, const std::vector<RankLogs>& logs,
                     const Alignment& alignment, std::uint32_t clock) {
  double largest = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (alignment.clock_of[i] == clock) {
      const board::LogReader& log = logs[i].threads.front();
      const auto& header = log.header();
      for (const board::ClockTicks at : {header.begun, header.ended}) {
        largest = std::max(largest, line.error_at(log.nanoseconds(at)));
      }
    }
  }
  return largest;
}

}  // namespace

ClockLine line_of(std::span<const std::vector<Exchange>> bursts) {
  std::vector<Burst> measured;
  std::vector<Exchange> all;
  for (const auto& exchanges : bursts) {
    measured.push_back(burst_of(exchanges));
    all.insert(all.end(), exchanges.begin(), exchanges.end());
  }
  const ClockLine constant = line_of_one(all);
  const Burst& first = measured.front();
  const Burst& last = measured.back();
  if (last.at - first.at <= std::max(first.duration, last.duration)) {
    return constant;
  }
  const ClockLine drifting = clocks::fit_line(measured);
  return drifting.error_at(first.at) < constant.error_at(first.at) ? drifting : constant;
}

Alignment align_clocks(const std::vector<RankLogs>& logs) {
  Alignment alignment;
  const bool has_one_clock = std::all_of(logs.begin(), logs.end(), [&](const RankLogs& rank) {
    return rank.clock == logs.front().clock;
  });
  const RankLogs* leader = nullptr;
  ExchangesOf exchanges;
  for (const RankLogs& rank : logs) {
    for (const board::LogReader& log : rank.threads) {
      if (!has_one_clock) {
        const std::size_t before = exchanges.size();
        collect_exchanges(log, exchanges);
        leader = exchanges.size() > before ? &rank : leader;
      }
    }
  }
  number_clocks(logs, leader, alignment);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto found = exchanges.find(logs[i].rank);
    if (found == exchanges.end() || leader == nullptr) {
      continue;
    }
    std::vector<std::vector<Exchange>> bursts;
    for (const auto& list : found->second) {
      bursts.push_back(in_nanoseconds(list, leader->threads.front(), logs[i].threads.front()));
    }
    const std::uint32_t clock = alignment.clock_of[i];
    const ClockLine line = line_of(bursts);
    alignment.lines[clock] = line;
    ComparedClock& host = alignment.clocks[clock];
    host.is_known = true;
    host.offset = line.offset;
    host.error = std::llround(std::ceil(largest_error(line, logs, alignment, clock)));
  }
  return alignment;
}

namespace {

/// Restores the order of calls: those of each thread of a rank do not overlap.
void restore_order(RecordedRank& rank, std::uint32_t from) {
  RecordedCall* last = &rank.calls[from];
  for (std::uint32_t c = from + 1; c < rank.calls.size(); ++c) {
    RecordedCall& call = rank.calls[c];
    if (call.thread != last->thread) {
      continue;
    }
    if (call.has(board::CallFlag::kPart)) {  // of the last call
      call.begin = std::max(call.begin, last->begin);
      call.end = std::max(call.end, call.begin);
      continue;
    }
    if (call.begin >= last->end) {
      return;
    }
    call.time -= std::clamp<Ticks>(last->end - call.begin, 0, call.time);
    call.begin = last->end;
    call.end = std::max(call.end, call.begin);
    last = &call;
  }
  rank.ended = std::max(rank.ended, last->end);
}

}  // namespace

void amend_order(RecordedProgram& program, const Matching& matching) {
  constexpr int kMostPasses = 1000;
  std::vector<bool> is_amended(matching.messages.size(), false);
  bool is_in_order = program.clocks.size() < 2;
  for (int pass = 0; pass < kMostPasses && !is_in_order; ++pass) {
    is_in_order = true;
    for (std::size_t m = 0; m < matching.messages.size(); ++m) {
      const MatchedMessage& message = matching.messages[m];
      const RecordedRank& sender = program.ranks[message.sender];
      RecordedRank& receiver = program.ranks[message.receiver];
      const std::uint32_t done = receiver.calls[message.posted].done_by;
      const Ticks sent = sender.calls[message.sent].begin;
      if (done == kNoCall || receiver.calls[done].end >= sent) {
        continue;
      }
      RecordedCall& call = receiver.calls[done];
      call.time += sent - call.end;
      call.end = sent;
      restore_order(receiver, done);
      is_amended[m] = true;
      is_in_order = false;
    }
  }
  program.amended =
      static_cast<std::uint64_t>(std::count(is_amended.begin(), is_amended.end(), true));
}

}  // namespace dps::mpi_profiles
