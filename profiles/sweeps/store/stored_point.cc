#include "profiles/sweeps/store/stored_point.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file_identity.h"
#include "base/printable.h"
#include "base/text/value_list.h"
#include "profiles/json/result_json.h"

namespace dps::sweeps {
namespace {

constexpr std::string_view kSuffix = ".db";
constexpr std::size_t kShownPoints = 8;

/// A condition NAME=VALUE of a selector.
using Wanted = std::pair<std::string, std::string>;

Result<std::vector<Wanted>> read_selector(const PointName& name) {
  std::vector<Wanted> wanted;
  for (const std::string& item : setting_items(name.selector)) {
    const std::size_t equals = item.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return failure(ErrorCode::kInput,
                     fmt::format("'{}:{}': expected NAME=VALUE, got '{}'", printable(name.path),
                                 printable(name.selector), printable(item)));
    }
    wanted.emplace_back(item.substr(0, equals), item.substr(equals + 1));
  }
  return wanted;
}

bool matches(const Wanted& wanted, const PointKey& key, const StoredPoint& point) {
  const std::string& name = wanted.first;
  const std::string& value = wanted.second;
  if (name == "kind") {
    return value == kind_name(key.kind);
  }
  if (name == kMachineAxis) {
    return plain_path(value) == plain_path(key.machine);
  }
  if (("," + key.variables + ",").find(fmt::format(",{}={},", name, value)) != std::string::npos) {
    return true;
  }
  const auto number = text::read_number(value);
  return number &&
         std::any_of(point.variables.begin(), point.variables.end(), [&](const auto& variable) {
           return variable.first == name && variable.second == *number;
         });
}

tl::unexpected<Error> wrong_number(const PointName& name, const std::vector<PointKey>& found,
                                   const std::vector<PointKey>& all) {
  const auto& listed = found.empty() ? all : found;
  std::string text =
      name.selector.empty()
          ? fmt::format("'{}' has {} points; name one of:", printable(name.path), all.size())
          : fmt::format("'{}' {} of the {} points of '{}'; name one of:", printable(name.selector),
                        found.empty() ? "selects none" : fmt::format("selects {}", found.size()),
                        all.size(), printable(name.path));
  for (std::size_t i = 0; i < std::min(listed.size(), kShownPoints); ++i) {
    text += fmt::format("\n  {}:{}", printable(name.path), selector_of(listed[i]));
  }
  if (listed.size() > kShownPoints) {
    text += fmt::format("\n  ... and {} more", listed.size() - kShownPoints);
  }
  return failure(ErrorCode::kInput, text);
}

/// The key of the only point that is selected.
Result<PointKey> find_key(Store& store, const PointName& name) {
  const auto all = store.keys();
  const auto found = selected_keys(store, name);
  if (!all || !found) {
    return tl::unexpected(all ? found.error() : all.error());
  }
  return found->size() == 1 ? Result<PointKey>(found->front()) : wrong_number(name, *found, *all);
}

/// The unit of the latencies; 0 without any.
std::uint64_t ticks_of_latencies(const profiles::RunResult& result) {
  for (const profiles::RunProfile& run : result.runs) {
    if (run.latencies) {
      return run.latencies->ticks_per_second;
    }
  }
  return 0;
}

/// Adds the runs and the notes of a later result. Errors (kInput): their latencies have different
/// units.
Result<void> append(profiles::RunResult& all, profiles::RunResult next) {
  const std::uint64_t there = ticks_of_latencies(all);
  const std::uint64_t here = ticks_of_latencies(next);
  if (there != 0 && here != 0 && there != here) {
    return failure(ErrorCode::kInput, "the latencies of its runs have different units");
  }
  all.complete = all.complete && next.complete;
  std::move(next.runs.begin(), next.runs.end(), std::back_inserter(all.runs));
  for (std::string& note : next.notes) {
    if (std::find(all.notes.begin(), all.notes.end(), note) == all.notes.end()) {
      all.notes.push_back(std::move(note));
    }
  }
  return {};
}

}  // namespace

std::string selector_of(const PointKey& key) {
  return fmt::format("kind={}{}{}{}{}", kind_name(key.kind),
                     key.machine.empty() ? "" : ",machine=", printable(key.machine),
                     key.variables.empty() ? "" : ",", printable(key.variables));
}

std::optional<PointName> read_point_name(const std::string& word) {
  if (word.ends_with(kSuffix)) {
    return PointName{word, ""};
  }
  const std::size_t at = word.rfind(std::string(kSuffix) + ":");
  if (at == std::string::npos) {
    return std::nullopt;
  }
  return PointName{word.substr(0, at + kSuffix.size()), word.substr(at + kSuffix.size() + 1)};
}

std::optional<PointName> named_point(const std::string& word) {
  auto point = read_point_name(word);
  return point && (point->selector.empty() || !is_there(word)) ? point : std::nullopt;
}

Result<std::vector<PointKey>> selected_keys(Store& store, const PointName& name) {
  const auto wanted = read_selector(name);
  const auto all = store.keys();
  if (!wanted || !all) {
    return tl::unexpected(wanted ? all.error() : wanted.error());
  }
  std::vector<PointKey> found;
  for (const PointKey& key : *all) {
    const auto point = store.find(key);
    if (!point) {
      return tl::unexpected(point.error());
    }
    if (*point && std::all_of(wanted->begin(), wanted->end(),
                              [&](const Wanted& one) { return matches(one, key, **point); })) {
      found.push_back(key);
    }
  }
  return found;
}

Result<profiles::RunResult> load_point(const PointName& name) {
  auto store = Store::open_to_read(name.path);
  if (!store) {
    return tl::unexpected(store.error());
  }
  const auto key = find_key(*store, name);
  if (!key) {
    return tl::unexpected(key.error());
  }
  auto joined = read_results(*store, *key);
  if (!joined) {
    return with_context(joined.error(),
                        fmt::format("'{}:{}'", printable(name.path), selector_of(*key)));
  }
  if (*joined) {
    return **std::move(joined);
  }
  const auto point = store->find(*key);
  const std::string reason = point && *point ? printable((*point)->outcome.reason) : "";
  return failure(ErrorCode::kInput,
                 fmt::format("'{}:{}' has no result: it failed{}{}", printable(name.path),
                             selector_of(*key), reason.empty() ? "" : ": ", reason));
}

Result<std::optional<profiles::RunResult>> read_results(Store& store, const PointKey& key) {
  const auto parts = store.results(key);
  if (!parts) {
    return tl::unexpected(parts.error());
  }
  std::optional<profiles::RunResult> joined;
  for (const std::string& json : *parts) {
    auto part = profiles::parse_result(json);
    if (!part) {
      return tl::unexpected(part.error());
    }
    if (!joined) {
      joined = *std::move(part);
    } else if (const auto appended = append(*joined, *std::move(part)); !appended) {
      return tl::unexpected(appended.error());
    }
  }
  return joined;
}

}  // namespace dps::sweeps
