/// The expectations of --expect about MPI programs. Source: docs/programs.md, "Expectations".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "profiles/expectation.h"
#include "profiles/result.h"

namespace dps::commands {

/// Resolves the names in expectations: each is a tag of messages ("tag5") or a call
/// ("MPI_Recv@life.cc:30"). Errors (kInput): a figure that only blueprints have.
Result<std::vector<profiles::Expectation>> program_expectations(
    std::span<const profiles::Expectation> given);

/// The names that are not in the result, a line for each; "" if there are none.
std::string unknown_names(std::span<const profiles::Expectation> expectations,
                          const profiles::RunResult& result);

}  // namespace dps::commands
