#include "commands/groups/profile_options.h"

#include <algorithm>
#include <utility>

#include "commands/groups/expectation_reader.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

Option expect_option(ProfileOptions& given, std::string_view text) {
  return {"--expect",
          "",
          {"EXPECTATION"},
          text,
          [&given](const std::string& value) -> std::string {
            auto expectation = parse_expectation(value);
            if (!expectation) {
              return expectation.error();
            }
            given.expectations.push_back(std::move(*expectation));
            return "";
          },
          true};
}

}  // namespace

bool ProfileOptions::expects_latencies() const {
  return std::any_of(expectations.begin(), expectations.end(),
                     [](const auto& expectation) { return expectation.needs_latencies(); });
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
          "Only these processes, units and functionalities; of a process, the first "
          "letters of its name",
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
          "their causes, and what would help most",
          into(given.why)};
}

Option sites_option(ProfileOptions& given) {
  return {"--sites",
          "",
          {"N|all"},
          "Of an MPI program: the number of sites in the table (default 20)",
          [&given](const std::string& value) -> std::string {
            given.most_sites = 0;
            return value == "all" ? ""
                                  : number_into(given.most_sites, {"--sites", 1, 1'000'000})(value);
          }};
}

Option expect_option(ProfileOptions& given) {
  return expect_option(given,
                       "Exit 1 unless this holds, as 'makespan < 2s', 'p99(Reply.m) < 20ms' or "
                       "'max(work.f) <= 1s'; may be repeated");
}

Option expect_everywhere_option(ProfileOptions& given) {
  return expect_option(given,
                       "Exit 1 unless this holds at every point, as 'makespan < 2s' or "
                       "'p99(Reply.m) < 20ms'; may be repeated");
}

}  // namespace dps::commands
