#include "predictor/machines/files/timing_keys.h"

#include <utility>

#include <fmt/format.h>

#include "base/operations/operations.h"
#include "base/text/decimal.h"
#include "predictor/machines/files/timings_table.h"
#include "predictor/machines/files/toml_edit.h"
#include "predictor/machines/files/toml_writer.h"

namespace dps::machines {
namespace {

const toml::table* timings_of(const toml::table& host) {
  const toml::node* node = host.get(kTimingsKey);
  return node == nullptr ? nullptr : node->as_table();
}

/// Reads a number with or without a point.
std::optional<double> number_in(std::string_view value) {
  const auto decimal = text::read_decimal(value);
  return decimal ? std::optional(text::nearest_double(*decimal)) : std::nullopt;
}

Result<std::string> scale_speedup(std::string_view value, Factor factor) {
  const auto number = number_in(value);
  if (!number) {
    return failure(ErrorCode::kInput, fmt::format("'{}' is not a number", value));
  }
  return fmt::format("{}", *number * factor.value());
}

std::string value_of(const toml::table* timings, std::string_view key) {
  const toml::node* node = timings == nullptr ? nullptr : timings->get(key);
  const auto number =
      node != nullptr && key == kCachedKey ? node->value<double>() : std::optional<double>();
  return number ? fmt::format("{}", *number) : written_value(timings, key);
}

}  // namespace

std::optional<TimingKeyPlace> timing_key_place(const toml::array* hosts, std::string_view name) {
  const std::string between = "." + std::string(kTimingsKey) + ".";
  const std::size_t at = name.rfind(between);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view key = name.substr(at + between.size());
  const bool is_known =
      key == kCacheSizeKey || key == kCachedKey || operations::find_operation(key);
  auto host = host_key_place(hosts, name.substr(0, at + between.size() - 1));
  return is_known && host ? std::optional(TimingKeyPlace{*std::move(host), key}) : std::nullopt;
}

MachineKey timing_key(std::string name, const TimingKeyPlace& place) {
  MachineKey key{std::move(name), value_of(timings_of(*place.host.table), place.key),
                 Better::kLess,   scale_time,
                 "compute",       true,
                 add_time};
  if (place.key == kCacheSizeKey || place.key == kCachedKey) {
    key.better = Better::kMore;
    key.scale = place.key == kCachedKey ? scale_speedup : scale_count;
    key.add = nullptr;
    key.value = key.value.empty() ? "1" : key.value;
  }
  return key;
}

void add_timing_keys(const std::string& prefix, const toml::table& host,
                     std::vector<MachineKey>& keys) {
  const toml::table* timings = timings_of(host);
  if (timings == nullptr) {
    return;
  }
  for (const auto& [key, node] : *timings) {
    const std::string name = prefix + std::string(kTimingsKey) + "." + std::string(key.str());
    keys.push_back(timing_key(name, {{&host, kTimingsKey, {}, {}}, key.str()}));
  }
}

std::optional<std::string> with_timing(std::string_view text, const TimingKeyPlace& place,
                                       std::string_view value) {
  const std::string toml =
      place.key == kCachedKey && number_in(value) ? std::string(value) : toml_value(value);
  if (const toml::table* timings = timings_of(*place.host.table)) {
    return with_toml_value(text, *timings, place.key, toml);
  }
  return with_toml_value(text, *place.host.table, kTimingsKey,
                         fmt::format("{{{} = {}}}", place.key, toml));
}

}  // namespace dps::machines
