/// The note of a run that was ended by --for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/units.h"
#include "profiles/message_books.h"

namespace dps::profiles {

/// The run was ended after this time, when so many processes, without servers, were not complete.
/// The note also counts the messages that were sent, and neither taken nor late.
std::string ended_note(Seconds end, std::uint32_t incomplete, const MessageBooks& books);

/// True for such a note. The makespan of its result is that time, whatever the program does.
bool is_ended_note(std::string_view note);

}  // namespace dps::profiles
