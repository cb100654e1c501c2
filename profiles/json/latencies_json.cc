#include "profiles/json/latencies_json.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "profiles/json/json_fields.h"
#include "profiles/latency_figures.h"

namespace dps::profiles {

template <RowOf<statistics::MessageLatency> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("mtag", row.mtag);
}

template <RowOf<statistics::FunctionalityLatency> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("futag", row.futag);
  visit("ftag", row.ftag);
}

template <RowOf<statistics::RequestLatency> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("futag", row.futag);
  visit("ftag", row.ftag);
  visit("begun", row.begun);
}

template <RowOf<statistics::WindowLatency> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("otag", row.otag);
  visit("ptag", row.ptag);
  visit("longest_queue", row.longest_queue);
}

template <RowOf<statistics::CollectiveLatency> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("otag", row.otag);
  visit("operation", row.operation);
  visit("alg", row.alg);
  visit("members", row.members);
  visit("operations", row.operations);
  visit("completions", row.completions);
}

namespace {

using Json = nlohmann::ordered_json;
using statistics::Histogram;
using statistics::MessageTimes;

constexpr const char* kReal = "real";
constexpr const char* kAge = "age";
constexpr const char* kWaited = "waited";
constexpr const char* kUnclaimed = "unclaimed";

struct TickUnit {
  const char* name;
  std::uint64_t ticks_per_second;
};
constexpr std::array<TickUnit, 2> kUnits{{{"ps", 1'000'000'000'000}, {"ns", 1'000'000'000}}};

struct LatencyPart {
  const char* key;
  Histogram MessageTimes::*histogram;
};
constexpr std::array<LatencyPart, 5> kParts{{{"total", &MessageTimes::total},
                                             {"under_way", &MessageTimes::under_way},
                                             {"queued", &MessageTimes::queued},
                                             {"kept", &MessageTimes::kept},
                                             {"unknown", &MessageTimes::unknown}}};

struct CollectivePart {
  const char* key;
  Histogram statistics::CollectiveLatency::*histogram;
};
constexpr std::array<CollectivePart, 3> kCollectiveParts{
    {{"total", &statistics::CollectiveLatency::total},
     {"skew", &statistics::CollectiveLatency::skew},
     {"rest", &statistics::CollectiveLatency::rest}}};

// --- reading ------------------------------------------------------------------------------------

/// Decimal digits; nullopt for other text and numbers of 2^128 and more.
std::optional<Histogram::Sum> sum_of(std::string_view text) {
  constexpr Histogram::Sum kMost = std::numeric_limits<Histogram::Sum>::max();
  Histogram::Sum sum = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    const auto digit = static_cast<Histogram::Sum>(c - '0');
    if (sum > (kMost - digit) / 10) {
      return std::nullopt;
    }
    sum = sum * 10 + digit;
  }
  return text.empty() ? std::nullopt : std::optional(sum);
}

void read_bucket(TreeReader& in, const Tree& element, const KeyPath& at,
                 Histogram::Bucket& bucket) {
  std::vector<std::uint64_t> pair;
  in.read(element, at, pair);
  if (in.error()) {
    return;
  }
  if (pair.size() != 2 || pair[0] > std::numeric_limits<std::uint32_t>::max()) {
    in.fail(at, "expected the index of a bucket and its count");
    return;
  }
  bucket = {static_cast<std::uint32_t>(pair[0]), pair[1]};
}

}  // namespace

Json histogram_json(const Histogram& histogram, std::uint64_t ticks_per_second) {
  Json object = {{"count", histogram.count()}};
  for (const LatencyFigure& figure : latency_figures()) {
    object[figure.key] = figure.ticks(histogram) / static_cast<double>(ticks_per_second);
  }
  const Histogram::Parts parts = histogram.parts();
  Json buckets = Json::array();
  for (const Histogram::Bucket& bucket : parts.buckets) {
    buckets.push_back(Json::array({bucket.index, bucket.count}));
  }
  object["histogram"] = {{"min", parts.min},
                         {"max", parts.max},
                         {"sum", fmt::to_string(parts.sum)},
                         {"buckets", std::move(buckets)}};
  return object;
}

void read_histogram(TreeReader& in, const Tree& figures, const KeyPath& at, Histogram& histogram) {
  const Tree* object = in.find(figures, at, "histogram");
  if (object == nullptr) {
    return;
  }
  const KeyPath path{&at, "histogram"};
  Histogram::Parts parts;
  std::string sum;
  in.get(*object, path, "min", parts.min);
  in.get(*object, path, "max", parts.max);
  in.get(*object, path, "sum", sum);
  in.list(*object, path, "buckets", parts.buckets,
          [&](const Tree& element, const KeyPath& element_path, Histogram::Bucket& bucket) {
            read_bucket(in, element, element_path, bucket);
          });
  if (in.error()) {
    return;
  }
  const auto number = sum_of(sum);
  if (!number) {
    in.fail(KeyPath{&path, "sum"},
            fmt::format("expected digits, got '{}'", printable(std::string_view(sum))));
    return;
  }
  parts.sum = *number;
  auto made = Histogram::of(parts);
  if (!made) {
    in.fail(path, made.error().message);
    return;
  }
  histogram = std::move(*made);
}

namespace {

void read_times(TreeReader& in, const Tree& row, const KeyPath& at, MessageTimes& times) {
  for (const LatencyPart& part : kParts) {
    if (const Tree* figures = in.find_optional(row, at, part.key)) {
      read_histogram(in, *figures, KeyPath{&at, part.key}, times.*part.histogram);
    }
  }
  if (times.kept.empty() && !times.total.empty()) {
    times.kept.add(0, times.total.count());
  }
  if (const Tree* unclaimed = in.find_optional(row, at, kUnclaimed)) {
    const KeyPath path{&at, kUnclaimed};
    in.get(*unclaimed, path, "count", times.unclaimed.count);
    in.get(*unclaimed, path, "longest", times.unclaimed.longest);
  }
}

void read_unit(TreeReader& in, const Tree& object, const KeyPath& at,
               statistics::Latencies& latencies) {
  std::string name;
  in.get(object, at, "unit", name);
  for (const TickUnit& unit : kUnits) {
    if (name == unit.name) {
      latencies.ticks_per_second = unit.ticks_per_second;
      return;
    }
  }
  in.fail(KeyPath{&at, "unit"},
          fmt::format("expected 'ps' or 'ns', got '{}'", printable(std::string_view(name))));
}

}  // namespace

const char* unit_of(const statistics::Latencies& latencies) {
  return latencies.ticks_per_second == kUnits.front().ticks_per_second ? kUnits.front().name
                                                                       : kUnits.back().name;
}

Json json_of(const statistics::MessageLatency& row, const statistics::Latencies& of) {
  Json object = fields_object(row);
  for (const LatencyPart& part : kParts) {
    const Histogram& histogram = row.times.*part.histogram;
    const bool is_nothing = part.histogram == &MessageTimes::kept && histogram.max() == 0;
    if (!histogram.empty() && !is_nothing) {
      object[part.key] = histogram_json(histogram, of.ticks_per_second);
    }
  }
  const statistics::UnclaimedMessages& unclaimed = row.times.unclaimed;
  if (unclaimed.count > 0) {
    object[kUnclaimed] = {{"count", unclaimed.count},
                          {"longest_s", of.seconds(static_cast<double>(unclaimed.longest))},
                          {"longest", unclaimed.longest}};
  }
  return object;
}

Json json_of(const statistics::FunctionalityLatency& row, const statistics::Latencies& of) {
  Json object = fields_object(row);
  object[kReal] = histogram_json(row.real, of.ticks_per_second);
  return object;
}

Json json_of(const statistics::RequestLatency& row, const statistics::Latencies& of) {
  Json object = fields_object(row);
  if (!row.age.empty()) {
    object[kAge] = histogram_json(row.age, of.ticks_per_second);
  }
  return object;
}

Json json_of(const statistics::WindowLatency& row, const statistics::Latencies& of) {
  Json object = {{"otag", row.otag}, {"ptag", row.ptag}};
  if (!row.waited.empty()) {
    object[kWaited] = histogram_json(row.waited, of.ticks_per_second);
  }
  object["longest_queue"] = row.longest_queue;
  return object;
}

Json json_of(const statistics::CollectiveLatency& row, const statistics::Latencies& of) {
  Json object = fields_object(row);
  for (const CollectivePart& part : kCollectiveParts) {
    if (const Histogram& histogram = row.*part.histogram; !histogram.empty()) {
      object[part.key] = histogram_json(histogram, of.ticks_per_second);
    }
  }
  return object;
}

namespace {

void read_collectives(TreeReader& in, const Tree& object, const KeyPath& at,
                      statistics::Latencies& latencies) {
  if (in.find_optional(object, at, "collectives") == nullptr) {
    return;
  }
  in.list(object, at, "collectives", latencies.collectives,
          [&](const Tree& row, const KeyPath& path, statistics::CollectiveLatency& of) {
            read_fields(in, row, path, of);
            for (const CollectivePart& part : kCollectiveParts) {
              if (const Tree* figures = in.find_optional(row, path, part.key)) {
                read_histogram(in, *figures, KeyPath{&path, part.key}, of.*part.histogram);
              }
            }
          });
}

}  // namespace

void read_latencies(TreeReader& in, const Tree& object, const KeyPath& at,
                    statistics::Latencies& latencies) {
  read_unit(in, object, at, latencies);
  if (const Tree* from = in.find_optional(object, at, "from")) {
    in.read(*from, KeyPath{&at, "from"}, latencies.from);
  }
  if (const Tree* left_out = in.find_optional(object, at, "left_out")) {
    in.read(*left_out, KeyPath{&at, "left_out"}, latencies.left_out);
  }
  in.list(object, at, "messages", latencies.messages,
          [&](const Tree& row, const KeyPath& path, statistics::MessageLatency& message) {
            read_fields(in, row, path, message);
            read_times(in, row, path, message.times);
          });
  in.list(object, at, "functionalities", latencies.functionalities,
          [&](const Tree& row, const KeyPath& path, statistics::FunctionalityLatency& of) {
            read_fields(in, row, path, of);
            if (const Tree* real = in.find(row, path, kReal)) {
              read_histogram(in, *real, KeyPath{&path, kReal}, of.real);
            }
          });
  if (in.find_optional(object, at, "requests") != nullptr) {
    in.list(object, at, "requests", latencies.requests,
            [&](const Tree& row, const KeyPath& path, statistics::RequestLatency& of) {
              read_fields(in, row, path, of);
              if (const Tree* age = in.find_optional(row, path, kAge)) {
                read_histogram(in, *age, KeyPath{&path, kAge}, of.age);
              }
            });
  }
  if (in.find_optional(object, at, "windows") != nullptr) {
    in.list(object, at, "windows", latencies.windows,
            [&](const Tree& row, const KeyPath& path, statistics::WindowLatency& of) {
              read_fields(in, row, path, of);
              if (const Tree* waited = in.find_optional(row, path, kWaited)) {
                read_histogram(in, *waited, KeyPath{&path, kWaited}, of.waited);
              }
            });
  }
  read_collectives(in, object, at, latencies);
}

}  // namespace dps::profiles
