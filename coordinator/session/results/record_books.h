/// The message books of a run, from the records of all processes. They must balance.
/// Source: docs/reliability.md, P6.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profiles/message_books.h"
#include "profiles/record.h"

namespace dps::coordinator {

using Records = std::span<const std::optional<profiles::ProcessRecord>>;

/// Joins the counts of senders and receivers. Rows without messages are left out.
profiles::MessageBooks books_of(Records records);

/// The number of messages that were sent to each process.
std::vector<std::uint64_t> sent_to(Records records);

}  // namespace dps::coordinator
