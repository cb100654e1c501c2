#include "commands/predict/program_prediction.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/descriptor.h"
#include "base/diagnostic.h"
#include "base/printable.h"
#include "base/text/load_source.h"
#include "base/text/quantities.h"
#include "base/units.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/groups/repetition_options.h"
#include "commands/predict/prediction_input.h"
#include "commands/predict/prediction_result.h"
#include "commands/programs/fixed_costs.h"
#include "commands/programs/predicted_ranks.h"
#include "commands/programs/program_report.h"
#include "commands/programs/program_run.h"
#include "coordinator/session/repetition.h"
#include "mpi_programs/analysis/computing_costs.h"
#include "mpi_programs/analysis/system_clocks.h"
#include "mpi_programs/board/instruction_counter.h"
#include "mpi_programs/library/functions.h"
#include "predictor/machines/kinds/datasheet/sheet_summary.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"
#include "predictor/virtual_time/conclusion.h"
#include "profiles/environment.h"

namespace dps::commands {
namespace {

constexpr std::uint64_t kUsualRoom = std::uint64_t{4} << 30;
constexpr std::uint64_t kMostRoom = std::uint64_t{1} << 38;

/// The bytes of data that may be under way. Errors (kInput): DPS_BOARD_SIZE is no size.
Result<std::uint64_t> room_for_data() {
  const char* given = std::getenv("DPS_BOARD_SIZE");
  if (given == nullptr) {
    return kUsualRoom;
  }
  const auto size = text::parse_size(given);
  if (!size || *size == 0 || *size > kMostRoom) {
    return failure(
        ErrorCode::kInput,
        fmt::format("DPS_BOARD_SIZE: expected a size up to 256GiB, such as 64MiB, got '{}'",
                    printable(std::string_view(given))));
  }
  return *size;
}

/// The reason for which MPI programs cannot be predicted on this machine; "" if they can.
std::string unfit_machine(const MachineChoice& given, const machines::Machine& machine) {
  const machines::MachineSummary summary = machine.summary();
  const machines::Datasheet* sheet = machine.parts().sheet;
  if (sheet == nullptr) {
    return summary.lacks;
  }
  machines::MachineOptions options = machine_options(given);
  options.contended = false;  // contended equations are used if the sheet has them
  return machines::summary_of(*sheet, options).lacks;
}

/// Places the ranks on the hosts of the machine.
void place_ranks(mpi_profiles::RecordedProgram& program, const machines::Machine& machine,
                 const PredictedRanks& ranks) {
  for (mpi_profiles::RecordedRank& rank : program.ranks) {
    const auto host = ranks.host_of(rank.rank);
    rank.host = host ? machine.hosts()[*host].name : "";
  }
}

std::vector<profiles::HostProfile> hosts_of(const mpi_profiles::RecordedProgram& program,
                                            const machines::Machine& machine) {
  std::vector<profiles::HostProfile> hosts;
  for (const machines::MachineHost& host : machine.hosts()) {
    const bool serves = std::any_of(program.ranks.begin(), program.ranks.end(),
                                    [&](const auto& rank) { return rank.host == host.name; });
    if (serves) {
      hosts.push_back(profile_of(host));
    }
  }
  return hosts;
}

board::Computing computing_of(const PredictOptions& given) {
  const std::string& how = given.computing.compute;
  return how == "zero"                     ? board::Computing::kZero
         : how.starts_with("measured")     ? board::Computing::kMeasured
         : how.starts_with("instructions") ? board::Computing::kCounted
         : how.starts_with("fixed")        ? board::Computing::kFixed
                                           : board::Computing::kAnnotated;
}

profiles::RunResult describe(const PredictOptions& given, const PredictionPlan& plan,
                             const PlayedProgram& played, const PredictedRanks& ranks) {
  profiles::RunResult result = describe_program(given.program, {}, played);
  result.kind = "predict";
  result.hosts.clear();
  const PredictionRequest request{given.common.words, given.blueprint, given.machine};
  result.environment = prediction_environment(request, plan.machine.summary());
  result.environment.emplace_back(
      "compute", profiles::json_form(given.computing.compute.empty() ? std::string("annotated")
                                                                     : given.computing.compute));
  result.environment.emplace_back("step", profiles::json_form(fmt::format("{}ps", ranks.step())));
  return result;
}

/// Returns true if the rank computes. The CPU time of a rank that has not called MPI_Finalize is
/// unknown, but not its time outside MPI.
bool computes(const profiles::ProcessProfile& rank) {
  return (std::isnan(rank.user_s) ? rank.compute_s : rank.user_s) > 0;
}

/// The assumption about the computing of ranks between their calls; "" if there is none.
std::string computing_note(const profiles::RunProfile& run, const PredictionPlan& plan,
                           const PredictedRanks& ranks) {
  if (plan.computing == board::Computing::kZero || plan.computing == board::Computing::kFixed) {
    return "";
  }
  if (plan.computing == board::Computing::kCounted) {
    return fmt::format(
        "each instruction of the calling threads takes {} ns, and their number may differ from one "
        "prediction to the next",
        plan.ratio / 1000);
  }
  if (plan.computing == board::Computing::kMeasured) {
    return fmt::format(
        "computing takes {}its CPU time on this host, which differs from one prediction to the "
        "next",
        plan.ratio == 1 ? "" : fmt::format("{} times ", plan.ratio));
  }
  if (std::none_of(run.processes.begin(), run.processes.end(), computes)) {
    return "no rank has called dps_compute(): computing takes no time here; --compute measured "
           "takes its CPU time";
  }
  return ranks.assumes_step()
             ? "a step of dps_compute() takes 1 us: neither --step nor the machine gives its time"
             : "";
}

/// Returns true if the function of MPI transfers data between a rank and a window.
bool transfers_to_window(std::uint16_t function) {
  switch (function) {
    case mpi_library::kPut:
    case mpi_library::kRput:
    case mpi_library::kGet:
    case mpi_library::kRget:
    case mpi_library::kAccumulate:
    case mpi_library::kRaccumulate:
    case mpi_library::kGet_accumulate:
    case mpi_library::kRget_accumulate:
    case mpi_library::kFetch_and_op:
    case mpi_library::kCompare_and_swap:
      return true;
    default:
      return false;
  }
}

/// A note about the transfers of one-sided functions, which take no virtual time; "" if there are
/// none.
std::string transfer_note(const mpi_profiles::RecordedProgram& program) {
  std::map<std::uint16_t, std::uint64_t> calls;
  for (const mpi_profiles::RecordedRank& rank : program.ranks) {
    for (const mpi_profiles::RecordedCall& call : rank.calls) {
      if (transfers_to_window(call.function)) {
        calls[call.function] += call.calls;
      }
    }
  }
  std::vector<std::string> names;
  names.reserve(calls.size());
  for (const auto& [function, count] : calls) {
    names.push_back(
        fmt::format("{} ({})", mpi_library::kFunctionTable[function].name, counted(count, "call")));
  }
  return names.empty() ? ""
                       : fmt::format("one-sided transfers take no time, whatever their size: {}",
                                     fmt::join(names, ", "));
}

/// The clocks of the system that the program may read: their times are not those of the machine.
std::vector<std::string> clock_notes(const mpi_profiles::RecordedProgram& program) {
  std::vector<std::string> notes;
  for (const std::string& module : program.modules) {
    const std::vector<std::string> clocks = mpi_profiles::system_clocks_of(module);
    if (!clocks.empty()) {
      notes.push_back(fmt::format(
          "{} imports {}: the clocks of the system show real time in a "
          "prediction; MPI_Wtime() returns predicted time",
          printable(std::filesystem::path(module).filename().string()), fmt::join(clocks, ", ")));
    }
  }
  return notes;
}

/// Adds the set-up time of the machine, during which the clocks of ranks are 0.
void add_setup(mpi_profiles::RecordedProgram& program, Picoseconds setup) {
  const mpi_profiles::Ticks time = setup.count();
  for (mpi_profiles::RecordedRank& rank : program.ranks) {
    rank.begun += time;
    rank.ended += time;
    for (mpi_profiles::RecordedCall& call : rank.calls) {
      call.begin += time;
      call.end += time;
    }
    for (mpi_profiles::PhaseBegin& phase : rank.phases) {
      phase.at += time;
    }
  }
  for (mpi_profiles::LinkUse& use : program.link_uses) {
    use.begin += time;
    use.end += time;
    use.call += time;
  }
  for (mpi_profiles::CallEnd& end : program.call_ends) {
    end.call += time;
    end.since += time;
  }
}

/// The instants on which the ends of calls depended, for the trace.
void add_ends(mpi_profiles::RecordedProgram& program, const PredictedRanks& ranks) {
  for (const sequencer::EndOfCall& end : ranks.ends_of_calls()) {
    program.call_ends.push_back({end.rank, end.call, end.on.rank, end.on.at});
  }
}

/// The times in which letters occupied links, for the trace.
void add_links(mpi_profiles::RecordedProgram& program, const machines::Machine& machine,
               const PredictedRanks& ranks) {
  const machines::Topology* topology = machine.parts().topology;
  if (ranks.on_network() == nullptr || topology == nullptr) {
    return;
  }
  for (const sequencer::OccupiedLink& use : ranks.on_network()->occupied_links()) {
    program.link_uses.push_back(
        {use.link, use.begin, use.end, use.from, use.to, use.caller, use.call, use.message});
    std::string& name = program.link_names[use.link];
    if (name.empty()) {
      name = printable(machines::link_name(*topology, machine.hosts(), use.link));
    }
  }
}

/// Adds the notes that the result does not contain yet.
void add_notes(profiles::RunResult& result, std::vector<std::string> notes) {
  for (std::string& note : notes) {
    if (!note.empty() &&
        std::find(result.notes.begin(), result.notes.end(), note) == result.notes.end()) {
      result.notes.push_back(std::move(note));
    }
  }
}

/// Adds the traffic of the links, and the notes of the network.
void add_network(profiles::RunResult& result, const machines::Machine& machine,
                 const PredictedRanks& ranks) {
  if (ranks.on_network() == nullptr || result.runs.empty()) {
    return;
  }
  predictor::Prediction prediction;
  prediction.run.makespan_s = result.runs.back().makespan_s;
  predictor::add_network(machine, ranks.on_network()->network(), prediction);
  predictor::note_processes(machine.summary(),
                            static_cast<std::uint32_t>(result.runs.back().processes.size()),
                            prediction.notes);
  result.runs.back().links = std::move(prediction.run.links);
  add_notes(result, std::move(prediction.notes));
}

/// Adds notes on the assumptions about the machine.
void add_machine_notes(profiles::RunResult& result, const MachineChoice& given,
                       const machines::Machine& machine) {
  add_notes(result, {changed_machine_note(given)});
  for (const machines::MachineNote& note : machine.summary().notes) {
    if (note.affects == machines::Affects::kAll) {
      add_notes(result, {note.text});
    }
  }
}

/// Starts the command once, and adds the prediction unless it is one to warm up.
Result<void> predict_once(const PredictOptions& given, const PredictionPlan& plan, bool keeps_calls,
                          bool counts, ProgramRuns& runs) {
  std::fflush(stdout);
  PredictedRanks ranks(plan);
  auto played = play_program(given.program, {given.timeout, &ranks, ComputingSamples::kNo,
                                             program_output_to(given.output)});
  if (!played) {
    return tl::unexpected(played.error());
  }
  played->eager = ranks.eager();
  auto read = read_run(*played);
  if (!read) {
    return tl::unexpected(read.error());
  }
  if (!counts && !read->failure) {
    return {};
  }
  place_ranks(read->program, plan.machine, ranks);
  add_links(read->program, plan.machine, ranks);
  add_ends(read->program, ranks);
  add_setup(read->program, plan.machine.parts().setup);
  if (runs.result.runs.empty()) {
    runs.result = describe(given, plan, *played, ranks);
    runs.result.hosts = hosts_of(read->program, plan.machine);
  }
  const std::string transfers = transfer_note(read->program);
  std::vector<std::string> clocks = clock_notes(read->program);
  runs.add(std::move(*read), keeps_calls);
  if (!runs.result.runs.empty()) {
    add_notes(runs.result, {computing_note(runs.result.runs.back(), plan, ranks)});
  }
  add_notes(runs.result, {transfers});
  add_notes(runs.result, std::move(clocks));
  add_network(runs.result, plan.machine, ranks);
  add_machine_notes(runs.result, given.machine, plan.machine);
  add_notes(runs.result, ranks.notes());
  return {};
}

Result<ProgramRuns> predict_on(const PredictOptions& given, const PredictionPlan& plan,
                               bool keeps_calls) {
  const coordinator::Repetition repetition = repetition_of(given.repetition);
  ProgramRuns runs;
  std::vector<double> makespans;
  for (std::uint32_t i = 0; i < repetition.warmup + repetition.runs && !runs.failure; ++i) {
    const bool counts = i >= repetition.warmup;
    if (const auto once = predict_once(given, plan, keeps_calls, counts, runs); !once) {
      return tl::unexpected(once.error());
    }
    if (counts && !runs.failure) {
      makespans.push_back(runs.result.runs.back().makespan_s);
      if (is_enough(repetition, makespans)) {
        break;
      }
    }
  }
  return runs;
}

/// The most ranks that compute at one time; 0: all.
std::size_t jobs_of(const ComputingOptions& given) {
  return given.jobs      ? *given.jobs
         : varies(given) ? std::max(std::thread::hardware_concurrency(), 1U)
                         : 0;
}

/// The times of fixed:FILE; null without it.
Result<std::shared_ptr<const mpi_profiles::ComputingCosts>> costs_for(const PredictOptions& given) {
  const std::string& path = given.computing.costs_file;
  if (path.empty()) {
    return nullptr;
  }
  const auto source = text::load_source(path, "costs file");
  if (!source) {
    return tl::unexpected(source.error());
  }
  auto reading = mpi_profiles::read_computing_costs(*source);
  if (!reading.costs) {
    const Diagnostic& first = reading.diagnostics.front();
    return failure(ErrorCode::kInput, fmt::format("{}:{}:{}: {}", printable(path), first.span.line,
                                                  first.span.column, first.text));
  }
  return std::make_shared<const mpi_profiles::ComputingCosts>(*std::move(reading.costs));
}

/// The reason for which this process cannot count instructions; "" if it can, or need not.
std::string counter_error(const PredictOptions& given) {
  if (computing_of(given) != board::Computing::kCounted) {
    return "";
  }
  const Descriptor counter(board::open_instruction_counter());
  if (counter.is_open()) {
    return "";
  }
  const sequencer::Obstacle obstacle = counter_obstacle(errno);
  return obstacle.reason + "\n" + obstacle.next_step;
}

Result<PredictionPlan> plan_for(const PredictOptions& given, const machines::Machine& machine) {
  if (std::string unfit = unfit_machine(given.machine, machine); !unfit.empty()) {
    return failure(ErrorCode::kInput, std::move(unfit));
  }
  const auto room = room_for_data();
  if (!room) {
    return tl::unexpected(room.error());
  }
  auto costs = costs_for(given);
  if (!costs) {
    return tl::unexpected(costs.error());
  }
  if (std::string unfit = counter_error(given); !unfit.empty()) {
    return failure(ErrorCode::kSystem, std::move(unfit));
  }
  return PredictionPlan{machine,
                        machine_options(given.machine),
                        computing_of(given),
                        given.computing.ratio,
                        given.computing.step,
                        *room,
                        given.computing.poll_limit.value_or(sequencer::kUsualPollLimit),
                        !given.trace.files.empty(),
                        given.profile.why || !given.trace.files.empty(),
                        *std::move(costs),
                        given.computing.costs_file,
                        jobs_of(given.computing)};
}

}  // namespace

Result<ProgramRuns> predict_program_on(const PredictOptions& given,
                                       const machines::Machine& machine) {
  const auto plan = plan_for(given, machine);
  return plan ? predict_on(given, *plan, false) : tl::unexpected(plan.error());
}

ExitStatus predict_program(const PredictOptions& given) {
  MachineChoice choice = given.machine;
  choice.is_for_program = true;
  const auto opened = open_machine(choice, given.common);
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  const auto plan = plan_for(given, *opened->machine);
  if (!plan) {
    const bool is_wrong = plan.error().code == ErrorCode::kInput;
    return print_error(plan.error().message,
                       is_wrong ? ExitStatus::kInputWrong : ExitStatus::kFailed,
                       given.common.color);
  }
  const ProgramOutput output{given.common,
                             given.program,
                             given.profile,
                             given.output,
                             given.trace,
                             given.progress,
                             changed_machine_name(given.machine)};
  return play_and_report(output, [&] { return predict_on(given, *plan, output.needs_calls()); });
}

}  // namespace dps::commands
