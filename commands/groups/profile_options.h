/// The contents of a profile, and the expectations of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/program.h"
#include "commands/groups/slow_option.h"
#include "commands/options/option.h"
#include "profiles/expectation.h"
#include "profiles/record.h"

namespace dps::commands {

struct ProfileOptions {
  std::optional<profiles::Level> level;             ///< --level
  std::vector<std::string> only;                    ///< the tags of --only
  bool latencies = false;                           ///< --latencies
  bool why = false;                                 ///< --why
  std::optional<SlowChoice> slow;                   ///< --slow; the name is not checked
  std::uint64_t most_sites = 20;                    ///< --sites; 0: all
  std::vector<profiles::Expectation> expectations;  ///< --expect; names are not checked
  std::vector<profiles::Quantity> columns;          ///< --column; likewise
  std::optional<Seconds> measure_from;              ///< --measure-from

  /// Returns true if an expectation or a column is about latencies, or about firings from
  /// --measure-from on, which only latencies have.
  [[nodiscard]] bool expects_latencies() const;
  /// Returns true if an expectation or a column is about firings of functionalities.
  [[nodiscard]] bool expects_firings() const;
};

/// Resolves the names in the expectations. Errors (kInput): those of
/// resolved_expectations(), or the program has no such functionality for --slow.
Result<std::vector<profiles::Expectation>> resolved_names(const ProfileOptions& given,
                                                          const blueprint::Program& program);

inline constexpr std::array<std::string_view, 3> kLevels{"process", "unit", "functionality"};

Option level_option(ProfileOptions& given);
Option only_option(ProfileOptions& given);
Option latencies_option(ProfileOptions& given);
/// --latencies of a run, which has to be traced for them.
Option traced_latencies_option(ProfileOptions& given);
Option why_option(ProfileOptions& given);
Option sites_option(ProfileOptions& given);
Option expect_option(ProfileOptions& given);
/// --expect of a sweep.
Option expect_everywhere_option(ProfileOptions& given);
Option column_option(ProfileOptions& given);
Option measure_from_option(ProfileOptions& given);

}  // namespace dps::commands
