#include "mpi_programs/analysis/trace_numbers.h"

#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::mpi_profiles {

using board::CallFlag;

bool is_message(const RecordedCall& call, const TraceNumbers& numbers) {
  const bool is_taken = call.has(CallFlag::kReceives) && call.done_by != kNoCall;
  return (call.has(CallFlag::kSends) || is_taken) && !call.has(CallFlag::kCancelled) &&
         numbers.positions.contains(call.peer);
}

namespace {

/// The number behind the colon of "life.cc:42"; 0 if there is none.
std::uint32_t line_number(const std::string& place) {
  std::uint32_t number = 0;
  if (const auto colon = place.rfind(':'); colon != std::string::npos) {
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), number);
  }
  return number;
}

class HeadMaker {
 public:
  HeadMaker(const RecordedProgram& program, traces::TraceHead& head)
      : program_(program), head_(head) {}

  TraceNumbers add_all(const std::vector<std::vector<Release>>& releases) {
    add_processes();
    add_lines();
    add_types();
    for (const std::vector<Release>& of_rank : releases) {
      for (const Release& release : of_rank) {
        add_operation(release.communicator, release.function);
      }
    }
    add_communicators();
    return std::move(numbers_);
  }

 private:
  std::uint32_t add_line(char section, const std::string& tag, std::uint32_t number = 0) {
    head_.lines.push_back({section, number, printable(tag)});
    return static_cast<std::uint32_t>(head_.lines.size() - 1);
  }

  void add_processes() {
    const auto count = static_cast<std::uint32_t>(program_.ranks.size());
    head_.groups.push_back({add_line('P', "p"), count, false});
    std::map<std::string, std::uint32_t> hosts;
    for (const RecordedRank& rank : program_.ranks) {
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
    std::vector<std::uint32_t> sites;
    for (const Site& site : program_.sites) {
      sites.push_back(add_line('F', site.tag(), line_number(site.place)));
    }
    add_computations();
    traces::TracePlan plan;
    for (const std::string& phase : program_.phases) {
      plan.units.push_back(
          {add_line('U', phase), static_cast<std::uint32_t>(plan.functionalities.size())});
      plan.functionalities.insert(plan.functionalities.end(), sites.begin(), sites.end());
    }
    head_.plans.push_back(std::move(plan));
    numbers_.sites = static_cast<std::uint32_t>(sites.size());
  }

  /// Adds the computations of the first thread of a rank between two calls.
  void add_computations() {
    for (const RecordedRank& rank : program_.ranks) {
      std::uint32_t before = kNoSite;
      for (const RecordedCall& call : rank.calls) {
        if (call.thread == 0 && !call.has(CallFlag::kPart)) {
          add_computation(before, call.site);
          before = call.site;
        }
      }
      add_computation(before, kNoSite);
    }
  }
  void add_computation(std::uint32_t before, std::uint32_t after) {
    const auto next = static_cast<std::uint32_t>(head_.computations.size());
    if (!numbers_.computations.try_emplace({before, after}, next).second) {
      return;
    }
    head_.computations.push_back(add_line('C', computation_tag(program_, before, after)));
  }

  void add_types() {
    for (const RecordedRank& rank : program_.ranks) {
      for (const RecordedCall& call : rank.calls) {
        if (call.has(CallFlag::kCollective)) {
          add_operation(call.communicator, call.function);
        } else if (is_message(call, numbers_)) {
          add_message(call);
        }
      }
    }
  }
  void add_message(const RecordedCall& call) {
    if (numbers_.mids.try_emplace({call.communicator, call.tag}, next_type()).second) {
      head_.message_types.push_back(mtag_of(program_, call));
      head_.channels.push_back({call.communicator, call.tag});
    }
    const auto next = static_cast<std::uint32_t>(head_.outputs.size());
    const std::uint32_t mid = numbers_.mid_of(call);
    if (call.has(CallFlag::kSends) && numbers_.outputs.try_emplace({call.site, mid}, next).second) {
      const auto [line, is_new] = send_lines_.try_emplace(call.site);
      if (is_new) {
        const Site& site = program_.sites[call.site];
        line->second = add_line('O', site.tag(), line_number(site.place));
      }
      head_.outputs.push_back({line->second, mid});
    }
  }
  [[nodiscard]] std::uint32_t next_type() const {
    return static_cast<std::uint32_t>(head_.message_types.size());
  }
  void add_operation(std::uint32_t communicator, std::uint16_t function) {
    if (numbers_.operations.try_emplace({communicator, function}, next_type()).second) {
      head_.message_types.push_back(
          name_in_communicator(program_, communicator, function_name(function)));
      head_.channels.push_back({communicator, board::kAny});
    }
  }

  /// Processes that did not attach have no number.
  [[nodiscard]] std::vector<std::uint32_t> processes_of(
      const std::vector<std::int32_t>& ranks) const {
    std::vector<std::uint32_t> processes;
    for (const std::int32_t rank : ranks) {
      if (const auto found = numbers_.positions.find(rank); found != numbers_.positions.end()) {
        processes.push_back(found->second);
      }
    }
    return processes;
  }
  void add_communicators() {
    for (const RecordedCommunicator& of : program_.communicators) {
      head_.communicators.push_back(
          {of.name, processes_of(of.groups.first), processes_of(of.groups.second)});
    }
  }

  const RecordedProgram& program_;
  traces::TraceHead& head_;
  TraceNumbers numbers_;
  std::map<std::uint32_t, std::uint32_t> send_lines_;  // by site
};

}  // namespace

TraceNumbers add_to_head(const RecordedProgram& program,
                         const std::vector<std::vector<Release>>& releases,
                         traces::TraceHead& head) {
  return HeadMaker(program, head).add_all(releases);
}

}  // namespace dps::mpi_profiles
