#include "predictor/virtual_time/conclusion.h"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/engine/open_operations.h"
#include "blueprint/engine/waiting_process.h"
#include "predictor/machines/blocked_letters.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"
#include "profiles/unclaimed_notes.h"

namespace dps::predictor {

std::vector<std::string> deadlock_report_of(const blueprint::Program& program,
                                            std::span<const VirtualProcess> processes,
                                            engine::UnderWay under_way) {
  std::vector<engine::WaitingProcess> waiting;
  engine::AllContributions all(processes.size());
  for (std::uint32_t p = 0; p < processes.size() && program.has_collectives(); ++p) {
    if (const engine::Operations* own = processes[p].engine.operations()) {
      all[p] = own->contributions();
    } else {
      all[p].emplace();
    }
  }
  engine::OpenOperations operations(program, std::move(all));
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const ProcessId id{p};
    if (processes[p].phase != ProcessPhase::kComplete && !program.is_server(id)) {
      waiting.push_back(engine::waiting_process(program, id, processes[p].engine));
      waiting.back().operations = operations.of(id);
    }
  }
  return engine::deadlock_report(waiting, engine::kMostStates, under_way);
}

std::vector<std::string> blocked_report_of(const blueprint::Program& program,
                                           const machines::Machine& machine,
                                           std::span<const machines::BlockedLetter> blocked,
                                           const Messages& messages) {
  return machines::blocked_lines(machine, blocked, [&](std::uint32_t letter) {
    const MessageUnderWay& message = messages[letter];
    return fmt::format("the message {} from {} to {}", printable(program.mtag(message.mid)),
                       printable(program.process_name(ProcessId{message.letter.from})),
                       printable(program.process_name(ProcessId{message.letter.to})));
  });
}

std::vector<std::string> count_unclaimed(const blueprint::Program& program,
                                         std::span<const VirtualProcess> processes,
                                         BookKeeper& books, profiles::RunProfile& run) {
  profiles::UnclaimedNotes notes(program);
  for (std::uint32_t p = 0; p < processes.size(); ++p) {
    const std::vector<engine::Unclaimed> unclaimed = processes[p].engine.unclaimed();
    for (const engine::Unclaimed& left : unclaimed) {
      run.processes[p].unclaimed_msgs += left.count;
      books.unclaimed(index(left.from), p, left.mid, left.count);
    }
    notes.add(ProcessId{p}, unclaimed);
  }
  return notes.take();
}

void add_network(const machines::Machine& machine, const machines::NetworkReport& network,
                 Prediction& prediction) {
  constexpr std::size_t kMostLinks = 10'000;
  constexpr std::size_t kNamed = 3;
  constexpr double kPercent = 100;
  const machines::Topology* topology = machine.parts().topology;
  std::string busiest;
  for (std::size_t i = 0; i < std::min(network.links.size(), kMostLinks); ++i) {
    const machines::LinkLoad& load = network.links[i];
    const double busy_s = seconds_of(load.busy);
    std::string name = machines::link_name(*topology, machine.hosts(), load.link);
    if (i < kNamed && prediction.run.makespan_s > 0) {
      busiest += fmt::format("{}{} {:.0f} %", busiest.empty() ? "" : ", ", printable(name),
                             kPercent * busy_s / prediction.run.makespan_s);
    }
    prediction.run.links.push_back({std::move(name), load.bytes, busy_s});
  }
  if (!busiest.empty()) {
    prediction.notes.push_back("busiest links: " + busiest);
  }
  prediction.notes.insert(prediction.notes.end(), network.notes.begin(), network.notes.end());
}

void note_processes(const machines::MachineSummary& machine, std::uint32_t processes,
                    std::vector<std::string>& notes) {
  if (machine.least_processes && machine.most_processes &&
      (processes < *machine.least_processes || processes > *machine.most_processes)) {
    notes.push_back(
        fmt::format("{} are outside the range in which the machine was measured ({} to {})",
                    counted(processes, "process", "processes"),
                    format_count(*machine.least_processes), format_count(*machine.most_processes)));
  }
}

}  // namespace dps::predictor
