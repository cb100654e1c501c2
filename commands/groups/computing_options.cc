#include "commands/groups/computing_options.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

#include "base/printable.h"
#include "base/text/quantities.h"

namespace dps::commands {
namespace {

/// R of "measured:R"; nullopt if it is not a positive number.
std::optional<double> ratio_of(const std::string& text) {
  double ratio = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
  constexpr double kMostRatio = 1e6;
  const bool is_right =
      error == std::errc() && end == text.data() + text.size() && ratio > 0 && ratio <= kMostRatio;
  return is_right ? std::optional(ratio) : std::nullopt;
}

constexpr std::string_view kMeasured = "measured:";
constexpr std::string_view kInstructions = "instructions:";
constexpr std::string_view kFixed = "fixed:";

/// Reads a time in picoseconds; nullopt if it is not a positive time with a unit.
std::optional<double> positive_time(const std::string& value) {
  const auto time = text::parse_time(value);
  constexpr double kMostSeconds = 1;
  constexpr double kPicoseconds = 1e12;  // of a second
  const bool has_unit = value.find_last_of("smh") != std::string::npos;
  return time && has_unit && time->count() > 0 && time->count() <= kMostSeconds
             ? std::optional(time->count() * kPicoseconds)
             : std::nullopt;
}

/// Stores the argument after the name of the method; returns the error, or "".
std::string store_detail(ComputingOptions& given, const std::string& value) {
  const std::string got = ", got '" + printable(value) + "'";
  if (value.starts_with(kMeasured)) {
    const auto factor = ratio_of(value.substr(kMeasured.size()));
    given.ratio = factor.value_or(1);
    return factor
               ? ""
               : "--compute: expected a factor above 0, at most 1e6, such as 2, behind measured:" +
                     got;
  }
  if (value.starts_with(kInstructions)) {
    const std::string word = value.substr(kInstructions.size());
    const auto time = positive_time(word);
    given.ratio = time.value_or(1);
    return time ? ""
                : "--compute: expected a time up to 1s such as 0.3ns, that of an instruction, "
                  "behind "
                  "instructions:" +
                      got + text::suggest_time(word);
  }
  if (value.starts_with(kFixed)) {
    given.costs_file = value.substr(kFixed.size());
    return given.costs_file.empty()
               ? "--compute: expected a file behind fixed:, as 'dps run --costs-out FILE' writes it"
               : "";
  }
  return "--compute: expected zero, annotated, measured, measured:R, instructions:TIME or "
         "fixed:FILE" +
         got;
}

}  // namespace

bool varies(const ComputingOptions& given) {
  return given.compute.starts_with("measured") || given.compute.starts_with(kInstructions);
}

Option compute_option(ComputingOptions& given) {
  return {"--compute",
          "",
          {"HOW"},
          "The time of an MPI program's computing: zero; annotated, that of its calls of "
          "dps_compute() (the default); measured, its CPU time here; measured:R, R times that; "
          "instructions:TIME, TIME for each of its instructions; fixed:FILE, the times of a file "
          "of 'dps run --costs-out FILE'",
          [&given](const std::string& value) -> std::string {
            given.compute = value;
            const bool is_word = value == "zero" || value == "annotated" || value == "measured";
            return is_word ? "" : store_detail(given, value);
          }};
}

Option step_option(ComputingOptions& given) {
  return {"--step",
          "",
          {"TIME"},
          "The time of dps_compute(1) of an MPI program (default: that of the data sheet's "
          "function 'compute', or 1us)",
          [&given](const std::string& value) -> std::string {
            const auto time = text::parse_time(value);
            constexpr double kMostSeconds = 1e6;
            const bool has_unit = value.find_last_of("smh") != std::string::npos;
            if (time && has_unit && time->count() > kMostSeconds) {
              return "--step must be at most 1e6 s, got '" + printable(value) + "'";
            }
            if (!time || !has_unit) {
              return "--step: expected a time such as 1us or 0.5ns, got '" + printable(value) +
                     "'" + text::suggest_time(value);
            }
            given.step = std::llround(time->count() * 1e12);
            return "";
          }};
}

Option jobs_option(ComputingOptions& given) {
  return {"--jobs",
          "",
          {"N"},
          "At most N ranks of an MPI program compute at one time; 1 disturbs measured computing "
          "least; the default is the number of cores where computing is measured, else no limit",
          number_into(given.jobs, {"--jobs", 1, 1'000'000})};
}

Option poll_limit_option(ComputingOptions& given) {
  return {"--poll-limit",
          "",
          {"N"},
          "After N tests or probes in a row that find nothing, assume that the loop of an MPI "
          "program goes on unchanged until one finds something; 0 is no limit; the default is "
          "10000",
          [&given](const std::string& value) {
            const bool is_number = value.find_first_not_of("0123456789") == std::string::npos;
            return value.empty() || !is_number
                       ? "--poll-limit: expected a number, 0 for no limit, got '" +
                             printable(value) + "'"
                       : number_into(
                             given.poll_limit,
                             {"--poll-limit", 0, std::numeric_limits<std::uint64_t>::max()})(value);
          }};
}

}  // namespace dps::commands
