/// The message books of a run, from the records of all processes. They must balance.
/// Source: docs/reliability.md, P6.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "blueprint/program.h"
#include "coordinator/session/session_result.h"
#include "profiles/message_books.h"
#include "profiles/record.h"

namespace dps::coordinator {

using Records = std::span<const std::optional<profiles::ProcessRecord>>;

/// Joins the counts of senders and receivers. Rows without messages are left out.
profiles::MessageBooks books_of(Records records);

/// The number of messages that were sent to each process.
std::vector<std::uint64_t> sent_to(Records records);

/// Sets what the processes that were stopped have counted as late to their timers: a process that
/// is not complete has no late messages, but a stopped one takes and counts those that still come.
void forget_late_of_stopped(const blueprint::Program& program, PlayedRun& run);

}  // namespace dps::coordinator
