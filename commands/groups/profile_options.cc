#include "commands/groups/profile_options.h"

#include <algorithm>
#include <utility>

#include "base/text/quantities.h"
#include "commands/groups/expectation_reader.h"
#include "commands/groups/quantity_reader.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

Option expect_option(ProfileOptions& given, std::string_view text) {
  return {"--expect",
          "",
          {"EXPECTATION"},
          text,
          [&given](const std::string& value) -> std::string {
            auto expectation = parse_expectation("--expect", value);
            if (!expectation) {
              return expectation.error();
            }
            given.expectations.push_back(std::move(*expectation));
            return "";
          },
          true};
}

}  // namespace

namespace {

/// Returns true if a quantity of an expectation or a column has the property.
bool has_quantity(const ProfileOptions& given, bool (profiles::Quantity::*property)() const) {
  return std::any_of(given.expectations.begin(), given.expectations.end(),
                     [&](const auto& one) { return (one.quantity.*property)(); }) ||
         std::any_of(given.columns.begin(), given.columns.end(),
                     [&](const auto& one) { return (one.*property)(); });
}

}  // namespace

bool ProfileOptions::expects_latencies() const {
  return has_quantity(*this, &profiles::Quantity::needs_latencies) ||
         (measure_from && expects_firings());
}

bool ProfileOptions::expects_firings() const {
  return has_quantity(*this, &profiles::Quantity::needs_firings);
}

Result<std::vector<profiles::Expectation>> resolved_names(const ProfileOptions& given,
                                                          const blueprint::Program& program) {
  auto resolved = resolved_expectations(given.expectations, program);
  std::string wrong = resolved && given.slow ? mistake_in(*given.slow, program) : "";
  return wrong.empty() ? std::move(resolved) : failure(ErrorCode::kInput, std::move(wrong));
}

Option level_option(ProfileOptions& given) {
  return {"--level",
          "",
          {"LEVEL", ValueKind::kText, "", kLevels},
          "How fine the profile is: process (the default), unit or functionality",
          choice_into(given.level, kLevels)};
}

Option only_option(ProfileOptions& given) {
  return {"--only",
          "",
          {"TAG[,TAG]..."},
          "Only these processes (given by the first letters of their names), units and "
          "functionalities",
          append_parts_to(given.only),
          true};
}

Option latencies_option(ProfileOptions& given) {
  return {"--latencies",
          "",
          {},
          "Also print how long messages and functionalities took, with quantiles, as --level "
          "functionality does",
          into(given.latencies)};
}

Option traced_latencies_option(ProfileOptions& given) {
  return {"--latencies",
          "",
          {},
          "Also print how long messages and functionalities took, with quantiles; this traces the "
          "run",
          into(given.latencies)};
}

Option why_option(ProfileOptions& given) {
  return {"--why",
          "",
          {},
          "Also print why it takes so long: the critical path, the waits with "
          "their causes, and the best remedy",
          into(given.why)};
}

Option sites_option(ProfileOptions& given) {
  return {"--sites",
          "",
          {"N|all"},
          "The number of sites of an MPI program in the table (default 20)",
          [&given](const std::string& value) -> std::string {
            given.most_sites = 0;
            return value == "all" ? ""
                                  : number_into(given.most_sites, {"--sites", 1, 1'000'000})(value);
          }};
}

Option expect_option(ProfileOptions& given) {
  return expect_option(given,
                       "Exit 1 unless this holds, as 'makespan < 2s', 'p99(Reply.m) < 20ms', "
                       "'rate(done.f) > 900/s', 'utilisation(Worker.p) < 90%' or "
                       "'count(abort.f) / count(begin.f) < 5%'; may be repeated");
}

Option expect_everywhere_option(ProfileOptions& given) {
  return expect_option(given,
                       "Exit 1 unless this holds at every point, as 'makespan < 2s' or "
                       "'p99(Reply.m) < 20ms'; may be repeated");
}

Option measure_from_option(ProfileOptions& given) {
  return {"--measure-from",
          "",
          {"TIME"},
          "Leave the beginning, up to this instant, out of latencies, counts and rates, as in 1.5s",
          [&given](const std::string& value) -> std::string {
            const auto seconds = text::read_seconds(value, "--measure-from");
            if (!seconds) {
              return seconds.error();
            }
            given.measure_from = Seconds(*seconds);
            return "";
          }};
}

Option column_option(ProfileOptions& given) {
  return {"--column",
          "",
          {"QUANTITY"},
          "Also print this for every point, as 'p99(Reply.m)', 'rate(done.f)' or "
          "'utilisation(Worker.p)'; may be repeated",
          [&given](const std::string& value) -> std::string {
            auto quantity = parse_quantity("--column", value);
            if (!quantity) {
              return quantity.error();
            }
            given.columns.push_back(std::move(*quantity));
            return "";
          },
          true};
}

}  // namespace dps::commands
