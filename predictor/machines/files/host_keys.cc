#include "predictor/machines/files/host_keys.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/decimal.h"
#include "base/text/node_set_fold.h"
#include "predictor/machines/files/host_tables.h"
#include "predictor/machines/files/toml_edit.h"
#include "predictor/machines/files/toml_writer.h"

namespace dps::machines {

namespace {

std::string text_of(const toml::node& node) {
  if (const toml::array* list = node.as_array()) {
    std::string text;
    for (const toml::node& element : *list) {
      text += text.empty() ? "" : ", ";
      text += element.is_string() ? toml_string(text_of(element)) : text_of(element);
    }
    return "[" + text + "]";
  }
  if (node.is_boolean()) {
    return node.as_boolean()->get() ? "true" : "false";
  }
  return node.is_integer() ? std::to_string(node.as_integer()->get())
                           : node.value_or(std::string());
}

/// A node set that has these names in this order, which is that of the hosts of the machine.
std::string set_of(std::span<const std::string> names) {
  std::string set = text::fold(names);
  const std::vector<std::string> folded = host_names(set);
  return std::equal(folded.begin(), folded.end(), names.begin(), names.end())
             ? set
             : fmt::format("{}", fmt::join(names, ","));
}

}  // namespace

std::string written_value(const toml::table* table, std::string_view key) {
  const toml::node* node = table == nullptr ? nullptr : table->get(key);
  if (node == nullptr) {
    return "";
  }
  return text_of(*node);
}

std::string toml_list_value(std::string_view value) {
  const bool is_bare = value == "true" || value == "false" || value.starts_with('[');
  const bool is_toml = is_bare && static_cast<bool>(toml::parse("value = " + std::string(value)));
  return is_toml ? std::string(value) : toml_value(value);
}

std::string toml_value(std::string_view value) {
  constexpr std::size_t kMostDigits = 18;  // so that it fits into 64 bits
  const bool is_count = !value.empty() && value.size() <= kMostDigits &&
                        std::all_of(value.begin(), value.end(), text::is_digit) &&
                        (value == "0" || !value.starts_with('0'));
  return is_count ? std::string(value) : toml_string(value);
}

std::optional<HostKeyPlace> host_key_place(const toml::array* hosts, std::string_view name,
                                           std::string_view prefix) {
  const std::size_t point = name.rfind('.');
  if (hosts == nullptr || !name.starts_with(prefix) || point == std::string_view::npos ||
      point < prefix.size()) {
    return std::nullopt;
  }
  const std::string_view key = name.substr(point + 1);
  const std::string_view wanted = name.substr(prefix.size(), point - prefix.size());
  for (const toml::node& host : *hosts) {
    if (written_value(host.as_table(), "name") == wanted) {
      return HostKeyPlace{host.as_table(), key, {}, {}};
    }
  }
  for (const toml::node& host : *hosts) {
    auto names = host_names(written_value(host.as_table(), "name"));
    if (std::find(names.begin(), names.end(), wanted) != names.end()) {
      return HostKeyPlace{host.as_table(), key, std::move(names), wanted};
    }
  }
  return std::nullopt;
}

std::string with_own_table(std::string_view text, const HostKeyPlace& place) {
  const auto& all = place.hosts_of_set;
  const auto it = std::find(all.begin(), all.end(), place.host);
  std::vector<std::string> sets;
  for (const auto& [first, last] :
       {std::pair(all.begin(), it), std::pair(it, it + 1), std::pair(it + 1, all.end())}) {
    if (first != last) {
      sets.push_back(toml_string(set_of({first, last})));
    }
  }
  return with_toml_copies(text, *place.table, "name", sets);
}

}  // namespace dps::machines
