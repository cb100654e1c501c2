/// Answers about routes as text for human readers, and for other programs.
#pragma once

#include <span>
#include <string>

#include "base/text/table.h"
#include "predictor/machines/inspection/route_answers.h"

namespace dps::machines {

/// A table for human readers and CSV: a row for each message.
text::Table routes_table(std::span<const RouteAnswer> answers);
/// The answers in the format "dps-routes".
std::string routes_json(std::span<const RouteAnswer> answers);

}  // namespace dps::machines
