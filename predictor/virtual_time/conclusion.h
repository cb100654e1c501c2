/// Makes the parts of a result that are known at the end of a prediction.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "blueprint/engine/deadlock_report.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/book_keeper.h"
#include "predictor/virtual_time/messages.h"
#include "predictor/virtual_time/prediction.h"
#include "predictor/virtual_time/virtual_process.h"

namespace dps::predictor {

/// The report of a deadlock, with the processes, except servers, that are not complete.
std::vector<std::string> deadlock_report_of(const blueprint::Program& program,
                                            std::span<const VirtualProcess> processes,
                                            engine::UnderWay under_way);

/// The report of messages in the network that block one another for ever; empty if none do.
std::vector<std::string> blocked_report_of(const blueprint::Program& program,
                                           const machines::Machine& machine,
                                           std::span<const machines::BlockedLetter> blocked,
                                           const Messages& messages);

/// Adds the unclaimed messages of all processes, which must have finished, to the books and
/// profiles, and returns the notes about them.
std::vector<std::string> count_unclaimed(const blueprint::Program& program,
                                         std::span<const VirtualProcess> processes,
                                         BookKeeper& books, profiles::RunProfile& run);

/// Adds the traffic of the links of the machine, a note about the busiest ones, and the notes of
/// the network. The makespan is known.
void add_network(const machines::Machine& machine, const machines::NetworkReport& network,
                 Prediction& prediction);

/// Adds a note if the machine was measured with other numbers of processes.
void note_processes(const machines::MachineSummary& machine, std::uint32_t processes,
                    std::vector<std::string>& notes);

}  // namespace dps::predictor
