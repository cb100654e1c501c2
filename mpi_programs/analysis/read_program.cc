#include "mpi_programs/analysis/read_program.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "mpi_programs/analysis/alignment.h"
#include "mpi_programs/analysis/communicator_table.h"
#include "mpi_programs/analysis/sampled_times.h"
#include "mpi_programs/analysis/source_lines.h"
#include "mpi_programs/board/code_module.h"
#include "mpi_programs/library/functions.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

constexpr std::uint64_t kPositionMask = (std::uint64_t{1} << 48) - 1;  // of Record::link

/// Numbers items in the order of their first appearance; equal items share a number.
template <typename Item>
class Numbering {
 public:
  std::uint32_t number_of(const Item& item) {
    const auto [place, is_new] =
        numbers_.try_emplace(item, static_cast<std::uint32_t>(items_.size()));
    if (is_new) {
      items_.push_back(item);
    }
    return place->second;
  }
  [[nodiscard]] std::vector<Item> take() { return std::move(items_); }

 private:
  std::map<Item, std::uint32_t> numbers_;
  std::vector<Item> items_;
};

/// The special records of one log.
struct LogDefinitions {
  std::map<std::uint16_t, std::string> modules;
  std::map<std::uint16_t, std::string> places;  ///< by site
  /// The number that all ranks share, by site and function.
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
};

/// The last instant in the log: of a call, or of a phase. 0: it has none.
board::ClockTicks last_instant(const board::LogReader& log) {
  board::ClockTicks last = 0;
  const auto records = log.records();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const board::CallRecord& record = records[i];
    if (!record.is_special()) {
      last = record.begin == 0 ? last : std::max({last, record.begin, record.end});
      continue;
    }
    if (record.function == board::kPhase || record.function == board::kRecording) {
      last = std::max(last, record.begin);
    }
    i += record.link;  // its contents
  }
  return last;
}

/// The end of the rank by its own clock.
Ticks end_of(const RankLogs& logs) {
  const board::LogReader& main = logs.threads.front();
  if (main.header().ended != 0) {
    return main.nanoseconds(main.header().ended);
  }
  Ticks latest = main.nanoseconds(main.header().begun);
  for (const board::LogReader& log : logs.threads) {
    if (const auto last = last_instant(log); last != 0) {
      latest = std::max(latest, log.nanoseconds(last));
    }
  }
  const bool is_virtual = main.header().clock == board::LogClock::kVirtual;
  return is_virtual ? latest : std::max(latest, logs.ended);
}

/// Two scales of one clock differ by tenths of a microsecond: by its own, a rank might take a
/// message before its sender sends it. So all logs with one clock have the scale of the longest.
void share_scales(std::vector<RankLogs>& logs) {
  std::map<std::pair<std::string, board::LogClock>, board::TickScale> longest;
  const auto scale_for = [&longest](const RankLogs& rank,
                                    const board::LogReader& log) -> board::TickScale& {
    return longest[{rank.clock, log.header().clock}];
  };
  for (const RankLogs& rank : logs) {
    for (const board::LogReader& log : rank.threads) {
      board::TickScale& scale = scale_for(rank, log);
      scale = log.scale().span() > scale.span() ? log.scale() : scale;
    }
  }
  for (RankLogs& rank : logs) {
    for (board::LogReader& log : rank.threads) {
      log.set_scale(scale_for(rank, log));
    }
  }
}

class ProgramReader {
 public:
  explicit ProgramReader(std::vector<RankLogs> logs)
      : logs_(std::move(logs)), communicators_(size()) {
    std::sort(logs_.begin(), logs_.end(),
              [](const RankLogs& a, const RankLogs& b) { return a.rank < b.rank; });
    share_scales(logs_);
    alignment_ = align_clocks(logs_);
    program_.unit = is_virtual() ? TimeUnit::kPicoseconds : TimeUnit::kNanoseconds;
  }

  Result<RecordedProgram> read() {
    program_.origin = std::numeric_limits<Ticks>::max();
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      use_clock_of(i);
      const board::LogReader& main = logs_[i].threads.front();
      program_.origin =
          std::min(program_.origin, line_.reference_of(main.nanoseconds(main.header().begun)));
    }
    phases_.number_of("main");
    program_.clocks = alignment_.clocks;
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      use_clock_of(i);
      if (const auto read = read_rank(logs_[i]); !read) {
        return tl::unexpected(read.error());
      }
    }
    program_.sites = sites_.take();
    program_.code = code_.take();
    program_.phases = phases_.take();
    name_communicators();
    return std::move(program_);
  }

 private:
  /// True if the program was predicted: its logs then have one clock, which belongs to no host.
  [[nodiscard]] bool is_virtual() const {
    return !logs_.empty() &&
           logs_.front().threads.front().header().clock == board::LogClock::kVirtual;
  }
  /// The size of MPI_COMM_WORLD, whose highest ranks may not be recorded.
  [[nodiscard]] std::uint32_t size() const {
    std::int32_t size = 0;
    for (const RankLogs& logs : logs_) {
      size = std::max({size, logs.rank + 1, logs.size});
    }
    return static_cast<std::uint32_t>(size);
  }

  void use_clock_of(std::size_t rank) {
    clock_ = alignment_.clock_of[rank];
    line_ = alignment_.lines[clock_];
  }
  /// An instant of the current rank by its own clock, since the origin.
  [[nodiscard]] Ticks common(Ticks own) const { return line_.reference_of(own) - program_.origin; }
  [[nodiscard]] Ticks common(const board::LogReader& log, board::ClockTicks ticks) const {
    return common(log.nanoseconds(ticks));
  }

  Result<void> read_rank(const RankLogs& logs) {
    RecordedRank& rank = program_.ranks.emplace_back();
    const board::LogReader& main = logs.threads.front();
    rank.rank = logs.rank;
    rank.host = logs.host;
    rank.clock = clock_;
    rank.signal = logs.signal;
    rank.threads = static_cast<std::uint16_t>(logs.threads.size());
    rank.begun = common(main, main.header().begun);
    rank.ended = std::max(rank.begun, common(end_of(logs)));
    rank.has_finalized = main.header().ended != 0;
    const double unknown = std::nan("");
    const auto seconds_of = [this](std::uint64_t time) {
      return program_.seconds(static_cast<Ticks>(time));
    };
    rank.user_s = rank.has_finalized ? seconds_of(main.header().user_time) : unknown;
    rank.sys_s = rank.has_finalized ? seconds_of(main.header().system_time) : unknown;
    rank.init_s = is_virtual() ? unknown : seconds_of(main.header().init_time);
    const std::uint64_t finalize_time = main.header().finalize_time;
    rank.finalize_s = finalize_time != 0 && !is_virtual() ? seconds_of(finalize_time) : unknown;
    rank.switches = main.header().switches;
    rank.threads_without_log = main.header().threads_without_log;
    rank.phases.push_back({rank.begun, 0});
    std::vector<LogDefinitions> definitions;
    std::vector<DescribedCommunicator> described;
    for (const board::LogReader& log : logs.threads) {
      definitions.push_back(read_special(log, rank, described));
      add_counts(log, rank);
    }
    std::sort(rank.phases.begin() + 1, rank.phases.end(),
              [](const PhaseBegin& a, const PhaseBegin& b) { return a.at < b.at; });
    communicators_.add_rank(rank.rank, std::move(described));
    rank.sampling = main.header().sampling;
    rank.sampled = sampled_in(main, definitions.front());
    return add_calls(logs, definitions, rank);
  }

  LogDefinitions read_special(const board::LogReader& log, RecordedRank& rank,
                              std::vector<DescribedCommunicator>& described) {
    LogDefinitions made;
    const auto records = log.records();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const board::CallRecord& record = records[i];
      if (!record.is_special()) {
        continue;
      }
      const std::string_view contents = log.contents(i);
      switch (record.function) {
        case board::kModule:
          made.modules[record.site] = contents;
          break;
        case board::kSite:
          made.places[record.site] =
              record.size > 0
                  ? std::string(contents)
                  : place_of(
                        board::CodeModule(made.modules[static_cast<std::uint16_t>(record.tag)]),
                        record.begin);
          break;
        case board::kCommunicator:
          described.push_back(described_by(record, contents));
          break;
        case board::kPhase:
          rank.phases.push_back(
              {common(log, record.begin), phases_.number_of(std::string(contents))});
          break;
        case board::kRecording:
          rank.was_paused = true;
          break;
        default:
          break;
      }
      i += record.link;
    }
    return made;
  }

  std::vector<SampledTime> sampled_in(const board::LogReader& log, LogDefinitions& definitions) {
    SampledTimes times;
    const auto records = log.records();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const board::CallRecord& record = records[i];
      if (record.function == board::kModule) {
        times.add_module(record.begin, record.end, log.contents(i));
      } else if (record.function == board::kSample) {
        times.add_sample(record.begin, record.size);
      } else if (!record.is_special() && !record.has(CallFlag::kPart)) {
        times.add_call(site_of(record.site, record.function, definitions));
      }
      i += record.is_special() ? record.link : 0;
    }
    return times.take(code_);
  }

  std::string place_of(const board::CodeModule& module, std::uint64_t return_address) {
    const std::string path(module.path);
    program_.modules.insert(path);
    return lines_.place(path, module.build_id, return_address);
  }

  static DescribedCommunicator described_by(const board::CallRecord& record,
                                            std::string_view contents) {
    DescribedCommunicator of;
    of.number = record.communicator;
    of.parent = static_cast<std::uint32_t>(record.peer);
    of.tag = record.tag;
    of.flags = record.site;
    std::vector<std::int32_t> members(contents.size() / sizeof(std::int32_t));
    std::memcpy(members.data(), contents.data(), members.size() * sizeof(std::int32_t));
    const std::size_t own = std::min<std::size_t>(record.begin, members.size());
    of.own.assign(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(own));
    of.other.assign(members.begin() + static_cast<std::ptrdiff_t>(own), members.end());
    return of;
  }

  static void add_counts(const board::LogReader& log, RecordedRank& rank) {
    const board::LogHeader& header = log.header();
    rank.lost += header.lost;
    for (std::uint16_t f = 1; f < mpi_library::kFunctions; ++f) {
      if (header.calls[f] != 0) {
        const bool is_init = f == mpi_library::kInit || f == mpi_library::kInit_thread;
        const std::uint64_t outside = is_init                       ? header.init_time
                                      : f == mpi_library::kFinalize ? header.finalize_time
                                                                    : 0;
        rank.others.push_back(
            {f, header.calls[f],
             log.scale().duration(header.ticks[f]) + static_cast<Ticks>(outside)});
      }
    }
  }

  Result<void> add_calls(const RankLogs& logs, std::vector<LogDefinitions>& definitions,
                         RecordedRank& rank) {
    std::vector<std::vector<std::uint32_t>> positions(logs.threads.size());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> links;  // and the call
    for (std::size_t t = 0; t < logs.threads.size(); ++t) {
      const auto records = logs.threads[t].records();
      if (records.size() + rank.calls.size() >= kNoCall) {
        return failure(ErrorCode::kLimit, "a rank has more than 2^32 calls");
      }
      positions[t].assign(records.size(), kNoCall);
      rank.calls.reserve(rank.calls.size() + records.size());
      bool follows = false;  // the record before, but for samples, is a call
      for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].is_special()) {
          follows = follows && records[i].function == board::kSample;
          i += records[i].link;
          continue;
        }
        RecordedCall call = call_of(logs.threads[t], records[i], definitions[t], rank);
        call.thread = static_cast<std::uint16_t>(t);
        if (follows && ends_polling(rank.calls.back(), call)) {
          join_polls(rank.calls.back(), call);
        } else {
          rank.calls.push_back(call);
        }
        follows = true;
        positions[t][i] = static_cast<std::uint32_t>(rank.calls.size() - 1);
        if (const std::uint64_t link = link_of(records[i], t, i); link != 0) {
          links.emplace_back(link, positions[t][i]);
        }
      }
    }
    for (const auto& [link, call] : links) {
      const std::uint64_t thread = link >> 48;
      const std::uint64_t position = (link & kPositionMask) - 1;
      if (thread < positions.size() && position < positions[thread].size()) {
        rank.calls[call].done_by = positions[thread][position];
      }
    }
    sort_calls(rank);
    return {};
  }

  /// True if a loop that did nothing but poll ends with this call. `polls`: the record before.
  [[nodiscard]] bool ends_polling(const RecordedCall& polls, const RecordedCall& call) const {
    const Ticks short_time = ticks_per_second(program_.unit) / 1'000'000;
    if (!polls.has(CallFlag::kPolls) || call.has(CallFlag::kPolls) || call.is_open ||
        polls.site != call.site || polls.function != call.function) {
      return false;
    }
    const auto mean = polls.time / static_cast<Ticks>(std::max<std::uint64_t>(polls.calls, 1));
    return 2 * polls.time >= polls.end - polls.begin &&
           call.begin - polls.end <= std::max(short_time, 2 * mean);
  }

  /// Joins the polls and the call that found something into one call, which waited.
  static void join_polls(RecordedCall& polls, const RecordedCall& call) {
    const RecordedCall before = polls;
    polls = call;
    polls.begin = before.begin;
    polls.phase = before.phase;
    polls.time = before.time + (call.begin - before.end) + call.time;
    polls.calls = before.calls + call.calls;
  }

  /// The record of the call that completed a receive, or that completed another call's send or
  /// collective operation; 0 if none has.
  static std::uint64_t link_of(const board::CallRecord& record, std::size_t thread,
                               std::size_t position) {
    const bool receives = record.has(CallFlag::kReceives);
    const bool has_link =
        receives || record.has(CallFlag::kSends) || record.has(CallFlag::kCollective);
    if (!has_link || record.has(CallFlag::kPending)) {
      return 0;
    }
    const std::uint64_t own = (position + 1) | std::uint64_t{thread} << 48;
    return record.link == 0 && receives ? own : record.link;
  }

  RecordedCall call_of(const board::LogReader& log, const board::CallRecord& record,
                       LogDefinitions& definitions, const RecordedRank& rank) {
    RecordedCall call;
    call.is_open = record.end == 0;
    call.begin = common(log, record.begin);
    call.end = call.is_open ? rank.ended : std::max(call.begin, common(log, record.end));
    call.time = call.end - call.begin;
    call.function = record.function < mpi_library::kFunctions ? record.function : std::uint16_t{0};
    call.flags = static_cast<std::uint16_t>(record.flags);
    call.tag = record.tag;
    call.bytes = record.size;
    if (record.has(CallFlag::kPolls)) {
      call.calls = record.link;
      call.time = log.scale().duration(record.size);
      call.bytes = 0;
    }
    call.calls = record.has(CallFlag::kPart) ? 0 : call.calls;
    call.communicator = communicators_.common(record.communicator);
    call.peer = communicators_.world_rank(record.communicator, record.peer);
    call.site = site_of(record.site, call.function, definitions);
    call.phase = phase_at(rank, call.begin);
    return call;
  }

  std::uint32_t site_of(std::uint16_t site, std::uint16_t function, LogDefinitions& definitions) {
    const auto [known, is_new] =
        definitions.numbers.try_emplace(std::uint32_t{function} << 16 | site);
    if (is_new) {
      const auto place = definitions.places.find(site);
      known->second = sites_.number_of(
          {function, place != definitions.places.end() ? place->second : std::string("?")});
    }
    return known->second;
  }

  static std::uint16_t phase_at(const RecordedRank& rank, Ticks at) {
    const auto after =
        std::upper_bound(rank.phases.begin() + 1, rank.phases.end(), at,
                         [](Ticks time, const PhaseBegin& of) { return time < of.at; });
    return static_cast<std::uint16_t>(after - rank.phases.begin() - 1);
  }

  /// Sorts the calls by their start; those of one thread are in this order already.
  static void sort_calls(RecordedRank& rank) {
    if (rank.threads < 2) {
      return;
    }
    std::vector<std::uint32_t> order(rank.calls.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return rank.calls[a].begin < rank.calls[b].begin;
    });
    std::vector<std::uint32_t> places(order.size());
    std::vector<RecordedCall> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t from : order) {
      places[from] = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back(rank.calls[from]);
    }
    for (RecordedCall& call : sorted) {
      call.done_by = call.done_by == kNoCall ? kNoCall : places[call.done_by];
    }
    rank.calls = std::move(sorted);
  }

  void name_communicators() {
    const auto& groups = communicators_.groups();
    std::size_t windows = 0;
    for (std::size_t c = 0; c < groups.size(); ++c) {
      windows += groups[c].is_window ? 1 : 0;
      std::string name = c == 0                ? "unknown"
                         : c == board::kWorld  ? ""
                         : c == board::kSelf   ? "self"
                         : groups[c].is_window ? fmt::format("win{}", windows)
                                               : fmt::format("comm{}", c - board::kSelf - windows);
      const std::size_t size =
          c == board::kSelf ? 1 : groups[c].first.size() + groups[c].second.size();
      program_.communicators.push_back(
          {std::move(name), static_cast<std::uint32_t>(size), groups[c]});
    }
  }

  std::vector<RankLogs> logs_;
  Alignment alignment_;
  std::uint32_t clock_ = 0;  // of the rank that is read
  clocks::ClockLine line_;   // of that clock
  CommunicatorTable communicators_;
  SourceLines lines_;
  CodePlaces code_{lines_};
  Numbering<Site> sites_;  // of all ranks
  Numbering<std::string> phases_;
  RecordedProgram program_;
};

}  // namespace

Result<RecordedProgram> read_program(std::vector<RankLogs> logs) {
  std::erase_if(logs, [](const RankLogs& of) { return of.threads.empty(); });
  return ProgramReader(std::move(logs)).read();
}

}  // namespace dps::mpi_profiles
