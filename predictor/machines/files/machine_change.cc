#include "predictor/machines/files/machine_change.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/decimal.h"

namespace dps::machines {
namespace {

constexpr std::string_view kHosts = "host.";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

/// Returns the beginning of all keys of a host: "host.node1."; "" for other keys.
std::string_view host_prefix(std::string_view key) {
  return key.starts_with(kHosts) ? key.substr(0, key.rfind('.') + 1) : std::string_view();
}

/// Lists all keys, but for hosts only those of the first one.
std::string listed(std::span<const MachineKey> keys) {
  std::string list;
  std::string_view first_host;
  std::size_t more = 0;
  std::string_view last;
  for (const MachineKey& key : keys) {
    const std::string_view host = host_prefix(key.name);
    first_host = first_host.empty() ? host : first_host;
    if (host.empty() || host == first_host) {
      list += fmt::format("{}{}", list.empty() ? "" : ", ", printable(key.name));
    } else {
      more += host == last ? 0 : 1;
    }
    last = host;
  }
  return more == 0 ? list
                   : fmt::format("{}; and those of {} more host {}", list, more,
                                 more == 1 ? "entry" : "entries");
}

Result<std::string> product_of(const MachineKey& key, const MachineChange& change) {
  const auto factor = change.factor ? Result<Factor>(*change.factor) : parse_factor(change.value);
  if (!factor) {
    return tl::unexpected(factor.error());
  }
  if (key.scale == nullptr) {
    return failure(ErrorCode::kInput,
                   fmt::format("'{}' is a word, which has no multiples", printable(key.value)));
  }
  if (key.value.empty()) {
    return failure(ErrorCode::kInput, "the machine file has no value that could be multiplied");
  }
  return key.scale(key.value, *factor);
}

Result<std::string> sum_of(const MachineKey& key, const MachineChange& change) {
  if (key.add == nullptr) {
    return failure(
        ErrorCode::kInput,
        fmt::format("the value of '{}' is not a time, and += adds a time", printable(change.key)));
  }
  if (key.value.empty()) {
    return failure(ErrorCode::kInput,
                   "the machine file has no value to which a time could be added");
  }
  return key.add(key.value, change.value);
}

}  // namespace

std::string_view sign_of(ChangeKind kind) {
  return kind == ChangeKind::kMultiply ? "*" : kind == ChangeKind::kAdd ? "+" : "";
}

std::string text_of(const MachineChange& change) {
  return fmt::format("{}{}={}", change.key, sign_of(change.kind), change.value);
}

Result<MachineChange> parse_machine_change(std::string_view text) {
  const std::size_t equals = text.find('=');
  std::string_view key = text.substr(0, std::min(equals, text.size()));
  ChangeKind kind = ChangeKind::kSet;
  for (const ChangeKind one : {ChangeKind::kMultiply, ChangeKind::kAdd}) {
    kind = key.ends_with(sign_of(one)) ? one : kind;
  }
  key = without_blanks(key.substr(0, key.size() - sign_of(kind).size()));
  if (equals == std::string_view::npos || key.empty()) {
    return failure(ErrorCode::kInput,
                   fmt::format("expected KEY=VALUE, KEY*=FACTOR or KEY+=TIME, such as "
                               "network.latency=10us or network.latency*=0.5, got '{}'",
                               printable(text)));
  }
  return MachineChange{std::string(key), kind,
                       std::string(without_blanks(text.substr(equals + 1)))};
}

Result<Factor> parse_factor(std::string_view text) {
  constexpr std::uint64_t kBillion = 1'000'000'000;
  constexpr std::uint64_t kMost = 1'000'000;
  const auto number = text::read_decimal(text);
  if (!number || number->has_exponent) {
    return failure(ErrorCode::kInput,
                   fmt::format("expected a factor such as 0.9 or 2, got '{}'", printable(text)));
  }
  const auto billionths = text::exact_product(*number, kBillion);
  if (!billionths && billionths.error() == text::Inexact::kFraction) {
    return failure(ErrorCode::kInput,
                   fmt::format("'{}' has more than nine decimals", printable(text)));
  }
  if (!billionths || *billionths > kMost * kBillion) {
    return failure(
        ErrorCode::kInput,
        fmt::format("'{}' is out of range: a factor is at most 1000000", printable(text)));
  }
  std::uint64_t denominator = kBillion;
  std::uint64_t numerator = *billionths;
  constexpr std::uint64_t kTen = 10;
  while (denominator > 1 && numerator % kTen == 0) {
    numerator /= kTen;
    denominator /= kTen;
  }
  return Factor{numerator, denominator};
}

Result<std::string> changed_value(const MachineKey& key, const MachineChange& change) {
  switch (change.kind) {
    case ChangeKind::kMultiply:
      return product_of(key, change);
    case ChangeKind::kAdd:
      return sum_of(key, change);
    case ChangeKind::kSet:
      break;
  }
  return change.value;
}

Error unknown_key(std::span<const MachineKey> keys, std::string_view key) {
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (const MachineKey& one : keys) {
    names.push_back(one.name);
  }
  return {ErrorCode::kInput,
          fmt::format("this machine has no key '{}'{}\nkeys that can vary: {}", printable(key),
                      did_you_mean_key(key, names), listed(keys))};
}

Result<std::string> changed_text(std::string_view text, const MachineChange& change,
                                 const SingleValues& values) {
  const auto key = values.find_key(text, change.key);
  if (!key) {
    return tl::unexpected(unknown_key(values.keys(text), change.key));
  }
  const auto value = changed_value(*key, change);
  if (!value) {
    return tl::unexpected(value.error());
  }
  auto changed = values.with_value(text, change.key, *value);
  return changed ? Result<std::string>(*std::move(changed))
                 : tl::unexpected(unknown_key(values.keys(text), change.key));
}

}  // namespace dps::machines
