/// The answers to a request of the studio: a prediction in the form that the page shows.
/// Source: docs/protocol_studio.md, "Predictions".
#pragma once

#include <cstdint>

#include "commands/studio/answers.h"
#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// A program with more messages gets neither critical path nor timeline, which would take some
/// seconds, and gigabytes on the disk.
inline constexpr std::uint64_t kMostDetailedMessages = 2'000'000;
/// The timeline contains the intervals of about this number of events.
inline constexpr std::uint64_t kMostSentEvents = 200'000;

/// Sends "result" once or several times, "progress" meanwhile, and "failed" for every error
/// that prevents an answer. Reads no file and executes nothing; the part "run_plan" checks for
/// programs in the folder of the text and in PATH. Throws std::bad_alloc if memory does not
/// suffice.
void answer_request(const StudioRequest& request, const SendAnswer& send);

}  // namespace dps::commands
