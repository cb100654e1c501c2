#include "commands/groups/computing_options.h"

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "base/printable.h"
#include "base/text/quantities.h"

namespace dps::commands {
namespace {

/// R of "measured:R"; nullopt: it is no positive number.
std::optional<double> ratio_of(const std::string& text) {
  double ratio = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
  constexpr double kMostRatio = 1e6;
  const bool is_right =
      error == std::errc() && end == text.data() + text.size() && ratio > 0 && ratio <= kMostRatio;
  return is_right ? std::optional(ratio) : std::nullopt;
}

}  // namespace

Option compute_option(ComputingOptions& given) {
  return {"--compute",
          "",
          {"HOW"},
          "How an MPI program's computing takes time: zero, not at all; annotated, as its calls of "
          "dps_compute() say (the default); measured, its CPU time here; measured:R, R times that",
          [&given](const std::string& value) -> std::string {
            constexpr std::string_view kMeasured = "measured:";
            given.compute = value;
            if (value.starts_with(kMeasured)) {
              const auto factor = ratio_of(value.substr(kMeasured.size()));
              given.ratio = factor.value_or(1);
              return factor ? ""
                            : "--compute: expected a factor such as 2 behind measured:, got '" +
                                  printable(value) + "'";
            }
            return value == "zero" || value == "annotated" || value == "measured"
                       ? ""
                       : "--compute: expected zero, annotated, measured or measured:R, got '" +
                             printable(value) + "'";
          }};
}

Option step_option(ComputingOptions& given) {
  return {"--step",
          "",
          {"TIME"},
          "The time of dps_compute(1) of an MPI program; else that of a data sheet's function "
          "'compute', or 1us",
          [&given](const std::string& value) -> std::string {
            const auto time = text::parse_time(value);
            constexpr double kMostSeconds = 1e6;
            const bool has_unit = value.find_last_of("smh") != std::string::npos;
            if (!time || !has_unit || time->count() > kMostSeconds) {
              return "--step: expected a time such as 1us or 0.5ns, got '" + printable(value) + "'";
            }
            given.step = std::llround(time->count() * 1e12);
            return "";
          }};
}

Option poll_limit_option(ComputingOptions& given) {
  return {"--poll-limit",
          "",
          {"N"},
          "After N tests or probes in a row that find nothing, the loop of an MPI program is taken "
          "to go on as before until it finds something; 0 is no limit; the default is 10000",
          [&given](const std::string& value) -> std::string {
            std::uint64_t number = 0;
            const char* const end = value.data() + value.size();
            const auto read = std::from_chars(value.data(), end, number);
            if (read.ec != std::errc() || read.ptr != end) {
              return "--poll-limit: expected a number, 0 for no limit, got '" + printable(value) +
                     "'";
            }
            given.poll_limit = number;
            return "";
          }};
}

}  // namespace dps::commands
