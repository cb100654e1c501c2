#include "coordinator/session/phases/stop_details.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/engine/open_operations.h"
#include "blueprint/engine/waiting_process.h"
#include "blueprint/slice.h"
#include "coordinator/session/results/record_books.h"
#include "profiles/ended_note.h"

namespace dps::coordinator {
namespace {

constexpr std::size_t kMostLines = 10;
constexpr std::size_t kReportIndent = 2;  // of engine::deadlock_report(); removed in details

/// Limits the lines to kMostLines, followed by "and N more".
std::vector<std::string> shortened(std::vector<std::string> lines) {
  if (lines.size() > kMostLines + 1) {
    const std::size_t more = lines.size() - kMostLines;
    lines.resize(kMostLines);
    lines.push_back(fmt::format("and {} more", more));
  }
  return lines;
}

std::string unit_of(const blueprint::Program& program, ProcessId process,
                    const control::DoneFrame& ending) {
  const auto units = program.units_of(program.plan(process));
  return ending.unit < units.size()
             ? fmt::format(" in unit '{}'",
                           program.tag(program.units[units[ending.unit]].definition))
             : std::string();
}

/// The processes that had to be stopped, with their units and functionalities.
std::vector<std::string> unfinished(const blueprint::Program& program, const PlayedRun& run) {
  std::vector<std::string> lines;
  for (std::uint32_t p = 0; p < run.endings.size(); ++p) {
    const auto& ending = run.endings[p];
    const std::string name = fmt::format("'{}' ", program.process_name(ProcessId{p}));
    if (!ending) {
      lines.push_back(name + "did not answer");
    } else if (ending->ending != events::Ending::kComplete) {
      lines.push_back(name + (ending->waiting ? "was waiting for a message" : "was running") +
                      unit_of(program, ProcessId{p}, *ending));
    }
  }
  return shortened(std::move(lines));
}

/// Converts the outputs, which are positions in the slice of the process, and adds the messages.
void add_queued(const blueprint::Program& program, ProcessId self,
                std::vector<engine::QueuedMessages> queued, engine::WaitingProcess& waiting) {
  if (queued.empty()) {
    return;
  }
  const blueprint::SliceOrigins origins = blueprint::slice_origins(program, self);
  for (engine::QueuedMessages& messages : queued) {
    messages.output = messages.output < origins.outputs.size() ? origins.outputs[messages.output]
                                                               : blueprint::kNone;
  }
  engine::add_queued(program, self, queued, waiting);
}

engine::OpenOperations operations_of(const blueprint::Program& program, const PlayedRun& run) {
  engine::AllContributions contributions(run.endings.size());
  for (std::uint32_t p = 0; p < run.endings.size(); ++p) {
    if (run.endings[p]) {
      contributions[p] = run.endings[p]->contributions;
    }
  }
  return {program, std::move(contributions)};
}

engine::WaitingProcess state_of(const blueprint::Program& program, ProcessId self,
                                const control::DoneFrame& done,
                                engine::OpenOperations& operations) {
  engine::WaitingProcess state =
      engine::waiting_process(program, self, done.unit, done.progress, done.unclaimed);
  add_queued(program, self, done.queued, state);
  state.operations = operations.of(self);
  return state;
}

/// The joint waits of the stopped processes: collective operations, of which several processes
/// report the same line, and messages that waited in their senders (-window).
std::vector<std::string> waited_for(const blueprint::Program& program, const PlayedRun& run) {
  std::vector<std::string> lines;
  engine::OpenOperations operations = operations_of(program, run);
  for (std::uint32_t p = 0; p < run.endings.size(); ++p) {
    const auto& done = run.endings[p];
    if (!done || (done->queued.empty() && done->contributions.empty())) {
      continue;
    }
    const engine::WaitingProcess state = state_of(program, ProcessId{p}, *done, operations);
    for (const std::string& operation : state.operations) {
      if (std::ranges::find(lines, operation) == lines.end() && lines.size() <= kMostLines) {
        lines.push_back(operation);
      }
    }
    for (const engine::QueueState& queue : state.queues) {
      lines.push_back(fmt::format("{} '{}' waited in '{}' for an answer of {}",
                                  counted(queue.count, "message"), printable(queue.mtag),
                                  program.process_name(ProcessId{p}), queue.receivers));
    }
  }
  return shortened(std::move(lines));
}

/// The lines of engine::deadlock_report() for the processes that were waiting, except servers; if
/// none of them has answered, a line that reports this.
std::vector<std::string> deadlock_text(const blueprint::Program& program, const PlayedRun& run) {
  std::vector<engine::WaitingProcess> waiting;
  engine::OpenOperations operations = operations_of(program, run);
  for (std::uint32_t p = 0; p < run.endings.size(); ++p) {
    const auto& done = run.endings[p];
    if (done && done->waiting && !program.is_server(ProcessId{p})) {
      waiting.push_back(state_of(program, ProcessId{p}, *done, operations));
    }
  }
  if (waiting.empty()) {
    return {"deadlock: processes wait and no message is under way; none of them answered"};
  }
  return engine::deadlock_report(waiting);
}

void describe_deadlock(Failure& verdict, const blueprint::Program& program, const PlayedRun& run) {
  std::vector<std::string> lines = deadlock_text(program, run);
  verdict.reason = lines.front();
  lines.erase(lines.begin());
  for (std::string& line : lines) {
    line.erase(0, std::min(line.find_first_not_of(' '), kReportIndent));
  }
  verdict.details = std::move(lines);
  verdict.next_step =
      "dps check plays the program in zero time and reports a deadlock at once if it finds one";
}

}  // namespace

std::vector<std::string> processes_not_in(control::SimulatorState state,
                                          const SimulatorTable& simulators,
                                          const blueprint::Program& program,
                                          const Placement& placement) {
  std::vector<std::string> lines;
  for (std::uint32_t p = 0; p < simulators.size(); ++p) {
    const ProcessId process{p};
    if (simulators.state(process) != state) {
      lines.push_back(fmt::format("'{}' on {} was {}", program.process_name(process),
                                  placement.host(process).name,
                                  control::phase_name(simulators.state(process))));
    }
  }
  return shortened(std::move(lines));
}

void add_details(Failure& verdict, const blueprint::Program& program, const PlayedRun& run) {
  if (verdict.status == ExitStatus::kDeadlock) {
    describe_deadlock(verdict, program, run);
  } else if (verdict.status == ExitStatus::kTimeout) {
    verdict.details = unfinished(program, run);
  }
}

void add_common_waits(Failure& failure, const blueprint::Program& program, const PlayedRun& run) {
  if (failure.status != ExitStatus::kDeadlock) {  // whose report contains the waits
    const std::vector<std::string> lines = waited_for(program, run);
    failure.details.insert(failure.details.end(), lines.begin(), lines.end());
  }
}

std::string note_of_end(const blueprint::Program& program, const PlayedRun& run, Seconds end) {
  std::uint32_t incomplete = 0;
  std::uint32_t killed = 0;
  for (std::uint32_t p = 0; p < run.endings.size(); ++p) {
    const bool is_complete = run.endings[p] && run.endings[p]->ending == events::Ending::kComplete;
    incomplete += is_complete || program.is_server(ProcessId{p}) ? 0 : 1;
    killed += run.endings[p] ? 0 : 1;
  }
  std::string note = profiles::ended_note(end, incomplete, books_of(run.records));
  if (killed > 0) {
    note += fmt::format("; {} had to be killed, so that their figures end a moment earlier",
                        killed == 1 ? "1 process" : format_count(killed) + " processes");
  }
  return note;
}

}  // namespace dps::coordinator
