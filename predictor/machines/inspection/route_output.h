/// Answers about routes as text for people, and for other programs.
#pragma once

#include <span>
#include <string>

#include "base/text/table.h"
#include "predictor/machines/inspection/route_answers.h"

namespace dps::machines {

/// For people and CSV: a row for each message.
text::Table routes_table(std::span<const RouteAnswer> answers);
/// The format "dps-routes".
std::string routes_json(std::span<const RouteAnswer> answers);

}  // namespace dps::machines
