/// The answer of `dps machine route`: routes of messages, and their times.
/// Source: docs/parasol.md, "Questions".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/time_units.h"
#include "predictor/machines/kinds/parasol/file/answers/answer_format.h"
#include "predictor/machines/kinds/parasol/parasol_machine.h"

namespace dps::parasol {

/// FROM,TO[,BYTES[,START]]
struct ProcessorMessage {
  std::uint32_t from = 1;
  std::uint32_t to = 1;  ///< 0: to all
  std::uint64_t bytes = 0;
  Picoseconds start{};
};

/// Processors are numbers or "p3", from 1 to `processors`. Errors: the text of the error.
tl::expected<ProcessorMessage, std::string> parse_route_message(const std::string& text,
                                                                std::uint32_t processors);

struct ProcessorRouteAnswer {
  ProcessorMessage message;
  std::vector<std::uint32_t> links;  ///< ids
  std::vector<std::uint32_t> hops;   ///< processors of the hardware; empty for a message to all
  double latency_s = 0;
  double alone_s = 0;     ///< the time with no other message
  double together_s = 0;  ///< with all messages under way at once
  double arrives_s = 0;   ///< if each begins at its start
  std::optional<std::uint32_t> bottleneck;
};

/// The routes on the machine; its run-time system costs nothing here.
std::vector<ProcessorRouteAnswer> routes_of(const MachineModel& model,
                                            std::span<const ProcessorMessage> messages);

std::string print_routes(const std::vector<ProcessorRouteAnswer>& routes, AnswerFormat format);

}  // namespace dps::parasol
