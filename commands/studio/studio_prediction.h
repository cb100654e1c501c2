/// The answers to a request of the studio: a prediction as the page has it.
/// Source: docs/protocol_studio.md, "Predictions".
#pragma once

#include <cstdint>

#include "commands/studio/answers.h"
#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// A program of more messages has neither critical path nor timeline: they would be some seconds
/// late, and gigabytes on the disk.
inline constexpr std::uint64_t kMostDetailedMessages = 2'000'000;
/// The timeline has the intervals of about so many events.
inline constexpr std::uint64_t kMostSentEvents = 200'000;

/// Sends "result" once or several times, "progress" meanwhile, and "failed" for whatever prevents
/// an answer. Reads no file and executes nothing; the part "run_plan" looks whether programs are in
/// the folder of the text and in PATH. Throws std::bad_alloc if memory does not suffice.
void answer_request(const StudioRequest& request, const SendAnswer& send);

}  // namespace dps::commands
