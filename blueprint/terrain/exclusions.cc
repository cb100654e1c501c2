#include "blueprint/terrain/exclusions.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/node_set_fold.h"
#include "base/units.h"
#include "blueprint/constraint_text.h"
#include "blueprint/terrain/constraints.h"

namespace dps::terrain {
namespace {

using blueprint::Constraint;
using blueprint::HostVariable;
using blueprint::LogicalHost;

constexpr std::size_t kMostLines = 12;
constexpr std::size_t kWidestNames = 34;

/// The hosts that share a line of the list.
struct Group {
  const Constraint* broken;  ///< null: they satisfy all constraints
  std::vector<const HostFacts*> hosts;
};

const Constraint* first_broken(const HostFacts& host, const LogicalHost& logical) {
  const auto broken =
      std::find_if(logical.constraints.begin(), logical.constraints.end(),
                   [&](const Constraint& constraint) { return !satisfies(host, constraint); });
  return broken == logical.constraints.end() ? nullptr : &*broken;
}

/// Groups the hosts by the violated constraint and, unless `roughly`, by their values. The hosts
/// that satisfy all constraints are first.
std::vector<Group> grouped(const LogicalHost& logical, std::span<const HostFacts> hosts,
                           bool roughly) {
  std::vector<Group> groups{{nullptr, {}}};
  std::map<std::pair<const Constraint*, std::string>, std::size_t> known{{{nullptr, ""}, 0}};
  for (const HostFacts& host : hosts) {
    const Constraint* broken = first_broken(host, logical);
    const bool by_fact = broken != nullptr && !roughly && broken->variable != HostVariable::kName;
    const std::string fact = by_fact ? fact_of(host, broken->variable) : "";
    const auto [group, is_new] = known.emplace(std::pair(broken, fact), groups.size());
    if (is_new) {
      groups.push_back({broken, {}});
    }
    groups[group->second].hosts.push_back(&host);
  }
  if (groups[0].hosts.empty()) {
    groups.erase(groups.begin());
  }
  return groups;
}

/// "has MEMORY 8G to 32G", "has TYPE IBM"; "has another TYPE" if there are too many.
std::string facts_of(const Group& group) {
  const HostVariable variable = group.broken->variable;
  const auto less = [&](const HostFacts* a, const HostFacts* b) {
    return number_of(*a, variable) < number_of(*b, variable);
  };
  const auto [least, most] = std::minmax_element(group.hosts.begin(), group.hosts.end(), less);
  std::string text = fact_of(**least, variable);
  const auto largest = number_of(**most, variable);
  if (largest && number_of(**least, variable) != largest) {
    text += " to " + number_text(variable, *largest);
  }
  const bool mixed = std::any_of(group.hosts.begin(), group.hosts.end(), [&](const auto* host) {
    return fact_of(*host, variable) != fact_of(*group.hosts[0], variable);
  });
  return mixed && variable == HostVariable::kType ? "has another TYPE" : text;
}

std::string verdict(const Group& group) {
  if (group.broken == nullptr) {
    return "yes";
  }
  const std::string needs = "no: needs " + text_of(*group.broken);
  return group.broken->variable == HostVariable::kName ? needs : needs + ", " + facts_of(group);
}

std::string names_of(const Group& group) {
  std::vector<std::string> names;
  names.reserve(group.hosts.size());
  for (const HostFacts* host : group.hosts) {
    names.push_back(host->name);
  }
  std::string text = text::fold(names);
  if (text.size() > kWidestNames) {
    text = names.size() == 1 ? text : format_count(names.size()) + " hosts: " + text;
    text = text.substr(0, kWidestNames - 3) + "...";
  }
  return text;
}

}  // namespace

std::string exclusions(const LogicalHost& logical, std::span<const HostFacts> hosts) {
  std::vector<Group> groups = grouped(logical, hosts, false);
  if (groups.size() > kMostLines) {
    groups = grouped(logical, hosts, true);
  }
  std::vector<std::string> names;
  std::size_t width = 0;
  for (const Group& group : groups) {
    names.push_back(names_of(group));
    width = std::max(width, names.back().size());
  }
  std::string text;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    text += fmt::format("  {:{}}  {}\n", names[i], width, verdict(groups[i]));
  }
  return text;
}

}  // namespace dps::terrain
