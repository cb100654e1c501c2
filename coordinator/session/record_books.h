/// The message books of a run, from the records of all processes. They must balance
/// (docs/reliability.md, promise P6).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profiles/message_books.h"
#include "profiles/record.h"

namespace dps::coordinator {

using Records = std::span<const std::optional<profiles::ProcessRecord>>;

/// Joins what senders and receivers have counted, by processes. Rows in which nothing happened are
/// left out.
profiles::MessageBooks books_of(Records records);

/// By process: the number of messages that were sent to it.
std::vector<std::uint64_t> sent_to(Records records);

}  // namespace dps::coordinator
