#include "predictor/machines/kinds/machine_changes.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/decimal.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::machines {
namespace {

constexpr std::string_view kHosts = "host.";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

/// "host.node1.": the beginning of all keys of a host; "" for other keys.
std::string_view host_prefix(std::string_view key) {
  return key.starts_with(kHosts) ? key.substr(0, key.rfind('.') + 1) : std::string_view();
}

/// All keys, but of hosts only those of the first one.
std::string listed(const std::vector<MachineKey>& keys) {
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

/// The value of the change, or the product with its factor. Errors: without the change's text.
Result<std::string> value_of(const MachineChange& change, const MachineKey& key) {
  if (!change.is_factor) {
    return change.value;
  }
  const auto factor = parse_factor(change.value);
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

/// One change, without a check of the value.
Result<std::string> with_change(std::string_view text, const MachineChange& change) {
  const MachineKind& kind = kind_of_machine(text);
  const auto key = kind.find_key(text, change.key);
  if (!key) {
    return failure(ErrorCode::kInput, unknown_key(text, change.key));
  }
  const auto value = value_of(change, *key);
  if (!value) {
    return tl::unexpected(value.error());
  }
  auto changed = kind.with_value(text, change.key, *value);
  return changed ? Result<std::string>(*std::move(changed))
                 : failure(ErrorCode::kInput, unknown_key(text, change.key));
}

/// The first error in a machine file; nullopt if there is none.
std::optional<std::string> error_in(const std::string& path, const std::string& text) {
  const MachineReading reading = read_machine({path, text});
  const auto error =
      std::find_if(reading.diagnostics.begin(), reading.diagnostics.end(),
                   [](const Diagnostic& one) { return one.severity == Severity::kError; });
  return error == reading.diagnostics.end() ? std::nullopt : std::optional(error->text);
}

/// The changes up to the first one after which the text is not a machine file, with the error.
Error first_error(const SourceText& source, std::span<const MachineChange> changes) {
  std::string text = source.text;
  for (const MachineChange& change : changes) {
    text = with_change(text, change).value_or(text);
    if (const auto wrong = error_in(source.path, text)) {
      return {ErrorCode::kInput, printable(text_of(change)) + ": " + *wrong};
    }
  }
  return {ErrorCode::kInput, "the changes are not possible together"};
}

}  // namespace

std::string text_of(const MachineChange& change) {
  return change.key + (change.is_factor ? "*=" : "=") + change.value;
}

Result<MachineChange> parse_machine_change(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  const bool is_factor = equals != std::string_view::npos && equals > 0 && text[equals - 1] == '*';
  const std::string_view key =
      without_blanks(text.substr(0, std::min(equals, text.size()) - (is_factor ? 1 : 0)));
  if (equals == std::string_view::npos || key.empty()) {
    return failure(ErrorCode::kInput,
                   fmt::format("expected KEY=VALUE or KEY*=FACTOR, such as network.latency=10us "
                               "or network.latency*=0.5, got '{}'",
                               printable(text)));
  }
  return MachineChange{std::string(key), is_factor,
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

Result<std::string> changed_machine(const SourceText& source,
                                    std::span<const MachineChange> changes) {
  std::string text = source.text;
  for (const MachineChange& change : changes) {
    auto next = with_change(text, change);
    if (!next) {
      return with_context(next.error(), printable(text_of(change)));
    }
    text = *std::move(next);
  }
  return error_in(source.path, text) ? tl::unexpected(first_error(source, changes))
                                     : Result<std::string>(std::move(text));
}

Result<std::string> scaled_machine(const SourceText& source, std::string_view key, Factor factor) {
  const MachineKind& kind = kind_of_machine(source.text);
  const auto found = kind.find_key(source.text, key);
  if (!found) {
    return failure(ErrorCode::kInput, unknown_key(source.text, key));
  }
  if (factor.is_one()) {
    return source.text;  // a value that is now another key's would else become one of its own
  }
  if (found->scale == nullptr || found->value.empty()) {
    return failure(ErrorCode::kInput, "there is no value that could be multiplied");
  }
  const auto value = found->scale(found->value, factor);
  if (!value) {
    return tl::unexpected(value.error());
  }
  auto text = kind.with_value(source.text, key, *value);
  if (!text) {
    return failure(ErrorCode::kInput, unknown_key(source.text, key));
  }
  if (const auto wrong = error_in(source.path, *text)) {
    return failure(ErrorCode::kInput, *wrong);
  }
  return *std::move(text);
}

std::string unknown_key(std::string_view text, std::string_view key) {
  const auto keys = kind_of_machine(text).keys(text);
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (const MachineKey& one : keys) {
    names.push_back(one.name);
  }
  return fmt::format("this machine has no key '{}'{}\nkeys that can vary: {}", printable(key),
                     did_you_mean(key, names), listed(keys));
}

}  // namespace dps::machines
