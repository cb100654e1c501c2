/// Writes streams files. Source: docs/estimate.md, "Streams".
#pragma once

#include <string>
#include <vector>

#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {

/// A text that is read as the same streams. Repeated blocks become `repeat`, and processors with
/// equal streams share a section.
std::string streams_text(const Streams& streams);

/// The processors by stream: equal streams are one group. Groups are in the order of their first
/// processors.
std::vector<std::vector<std::uint32_t>> equal_processors(const Streams& streams);

/// Formats a list: "0,2-5".
std::string processor_list_text(const std::vector<std::uint32_t>& processors);

}  // namespace dps::estimator
