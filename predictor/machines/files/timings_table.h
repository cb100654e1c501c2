/// The table `timings` of a [[host]] of a machine file: the times of single operations.
/// Source: docs/machines.md, "Native files".
#pragma once

#include <string_view>

#include "base/operations/processor_timings.h"
#include "predictor/machines/files/toml_tables.h"

namespace dps::machines {

inline constexpr std::string_view kTimingsKey = "timings";
inline constexpr std::string_view kCacheSizeKey = "cache_size";
inline constexpr std::string_view kCachedKey = "cached";

/// Errors are added to the mistakes.
operations::ProcessorTimings read_timings(const toml::table& table, TomlMistakes& mistakes);

}  // namespace dps::machines
