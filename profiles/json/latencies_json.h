/// Writes and reads the latencies of a run as JSON (docs/result.md, "latencies").
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "base/statistics/latencies.h"
#include "profiles/json/tree_reader.h"

namespace dps::profiles {

/// Keys in the order of docs/result.md: figures in seconds, then the histogram.
nlohmann::ordered_json json_of(const statistics::MessageLatency& row,
                               const statistics::Latencies& of);
nlohmann::ordered_json json_of(const statistics::FunctionalityLatency& row,
                               const statistics::Latencies& of);
nlohmann::ordered_json json_of(const statistics::RequestLatency& row,
                               const statistics::Latencies& of);
nlohmann::ordered_json json_of(const statistics::WindowLatency& row,
                               const statistics::Latencies& of);
nlohmann::ordered_json json_of(const statistics::CollectiveLatency& row,
                               const statistics::Latencies& of);

/// Figures and histogram.
nlohmann::ordered_json histogram_json(const statistics::Histogram& histogram,
                                      std::uint64_t ticks_per_second);
void read_histogram(TreeReader& in, const Tree& figures, const KeyPath& at,
                    statistics::Histogram& histogram);

/// "ps" or "ns".
const char* unit_of(const statistics::Latencies& latencies);

/// Reads the histograms; the figures follow from them.
void read_latencies(TreeReader& in, const Tree& object, const KeyPath& at,
                    statistics::Latencies& latencies);

}  // namespace dps::profiles
