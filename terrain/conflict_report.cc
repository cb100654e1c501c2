#include "terrain/conflict_report.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/units.h"
#include "terrain/constraints.h"
#include "terrain/node_set.h"

namespace dps::terrain {
namespace {

using blueprint::Comparison;
using blueprint::Constraint;
using blueprint::HostVariable;
using blueprint::LogicalHost;

constexpr std::size_t kMostNamed = 6;     ///< htags or hosts in a sentence
constexpr std::size_t kMostWishes = 8;    ///< htags that are explained
constexpr std::size_t kMostReasons = 12;  ///< lines for one of them
constexpr std::size_t kWidestNames = 34;

/// "A, B and C"; of many "A, B, C and 4 more".
std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = names.size() <= kMostNamed ? names.size() : kMostNamed - 1;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == names.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + printable(names[i]);
  }
  return shown == names.size() ? text
                               : text + " and " + format_count(names.size() - shown) + " more";
}

/// Why a constraint keeps a host out.
std::string reason(const HostFacts& host, const Constraint& constraint) {
  const std::string needs = "no: needs " + text_of(constraint);
  return constraint.variable == HostVariable::kName
             ? needs
             : needs + ", " + fact_of(host, constraint.variable);
}

const Constraint* first_broken(const HostFacts& host, const LogicalHost& logical) {
  const auto broken =
      std::find_if(logical.constraints.begin(), logical.constraints.end(),
                   [&](const Constraint& constraint) { return !satisfies(host, constraint); });
  return broken == logical.constraints.end() ? nullptr : &*broken;
}

class ConflictReport {
 public:
  ConflictReport(const blueprint::Program& program, std::span<const HostFacts> hosts,
                 const Conflict& conflict)
      : program_(program), hosts_(hosts), conflict_(conflict) {
    for (const std::uint32_t htag : conflict.htags) {
      tags_.push_back(program.logical_hosts[htag].htag);
    }
  }

  std::string text() const {
    return "no assignment of hosts satisfies the terrain: " + headline() + "\n\n" +
           matrix_table(program_, hosts_, conflict_) + wishes();
  }

 private:
  [[nodiscard]] std::string headline() const {
    if (conflict_.hosts.empty()) {
      return "no host satisfies htag " + listed(tags_);
    }
    const std::string tags =
        "htags " + listed(tags_) + " need " + format_count(tags_.size()) + " different hosts, but ";
    if (conflict_.hosts.size() == hosts_.size()) {
      return tags + (hosts_.size() == 1 ? "there is only one"
                                        : "there are only " + format_count(hosts_.size()));
    }
    return tags + "only " + named_hosts() +
           (conflict_.hosts.size() == 1 ? " satisfies " : " satisfy ") +
           (tags_.size() == 2 ? "either of them" : "any of them");
  }

  [[nodiscard]] std::string named_hosts() const {
    constexpr std::size_t kMostBytes = 60;
    std::vector<std::string> names;
    for (const std::uint32_t host : conflict_.hosts) {
      names.push_back(hosts_[host].name);
    }
    std::string text = fold(names);
    if (text.size() > kMostBytes) {
      text = format_count(names.size()) + " (" + text.substr(0, kMostBytes) + "...)";
    }
    return text;
  }

  /// What each htag asks for and who has it; htags that ask for the same together.
  [[nodiscard]] std::string wishes() const {
    std::vector<std::pair<std::string, std::vector<std::uint32_t>>> groups;
    std::map<std::string, std::size_t> known;
    for (const std::uint32_t htag : conflict_.htags) {
      const std::string wish = wish_of(program_.logical_hosts[htag]);
      const auto [group, is_new] = known.emplace(wish, groups.size());
      if (is_new) {
        groups.emplace_back(wish, std::vector<std::uint32_t>{});
      }
      groups[group->second].second.push_back(htag);
    }
    std::string out;
    for (std::size_t i = 0; i < groups.size() && i < kMostWishes; ++i) {
      std::vector<std::string> tags;
      for (const std::uint32_t htag : groups[i].second) {
        tags.push_back(program_.logical_hosts[htag].htag);
      }
      out += fmt::format("\n{}: {}\n", listed(tags), groups[i].first);
      out += reasons(program_.logical_hosts[groups[i].second[0]]);
    }
    return out;
  }

  [[nodiscard]] std::string wish_of(const LogicalHost& logical) const {
    if (logical.constraints.empty()) {
      return "any host";
    }
    std::string text;
    std::uint32_t line = 0;
    for (const Constraint& constraint : logical.constraints) {
      if (!text.empty()) {
        text += line == constraint.span.line ? ", " : fmt::format(" (line {}), ", line);
      }
      text += text_of(constraint);
      line = constraint.span.line;
    }
    return text + fmt::format(" (line {})", line) + unknown_names(logical);
  }

  /// "; no host is called 'htsum2'; did you mean 'htsun2'?"
  [[nodiscard]] std::string unknown_names(const LogicalHost& logical) const {
    std::vector<std::string> names;
    names.reserve(hosts_.size());
    for (const HostFacts& host : hosts_) {
      names.push_back(host.name);
    }
    std::string text;
    for (const Constraint& constraint : logical.constraints) {
      if (constraint.variable == HostVariable::kName &&
          constraint.comparison == Comparison::kEqual &&
          std::find(names.begin(), names.end(), constraint.text) == names.end()) {
        text += fmt::format("; no host is called '{}'", constraint.text) +
                did_you_mean(constraint.text, names);
      }
    }
    return text;
  }

  /// A line for those who satisfy it, then one for each reason not to, in the order of the hosts.
  [[nodiscard]] std::string reasons(const LogicalHost& logical) const {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups{{"", {}}};
    std::map<std::pair<const Constraint*, std::string>, std::size_t> known;
    for (const HostFacts& host : hosts_) {
      const Constraint* broken = first_broken(host, logical);
      if (broken == nullptr) {
        groups[0].second.push_back(host.name);
        continue;
      }
      const std::string why = reason(host, *broken);
      const auto [group, is_new] = known.emplace(std::pair(broken, why), groups.size());
      if (is_new) {
        groups.emplace_back(why, std::vector<std::string>{});
      }
      groups[group->second].second.push_back(host.name);
    }
    groups[0].first = "yes";
    if (groups[0].second.empty()) {
      groups.erase(groups.begin());
    }
    return table(groups);
  }

  [[nodiscard]] static std::string table(
      const std::vector<std::pair<std::string, std::vector<std::string>>>& groups) {
    std::vector<std::string> names;
    std::size_t width = 0;
    const std::size_t shown = std::min(groups.size(), kMostReasons);
    for (std::size_t i = 0; i < shown; ++i) {
      names.push_back(fold(groups[i].second));
      if (names[i].size() > kWidestNames) {
        names[i] = format_count(groups[i].second.size()) + " hosts: " + names[i];
        names[i] = names[i].substr(0, kWidestNames - 3) + "...";
      }
      width = std::max(width, names[i].size());
    }
    std::string out;
    for (std::size_t i = 0; i < shown; ++i) {
      out += fmt::format("  {:{}}  {}\n", names[i], width, groups[i].first);
    }
    std::size_t rest = 0;
    for (std::size_t i = shown; i < groups.size(); ++i) {
      rest += groups[i].second.size();
    }
    return rest == 0 ? out : out + fmt::format("  (and {} more hosts)\n", format_count(rest));
  }

  const blueprint::Program& program_;
  std::span<const HostFacts> hosts_;
  const Conflict& conflict_;
  std::vector<std::string> tags_;
};

}  // namespace

std::string conflict_report(const blueprint::Program& program, std::span<const HostFacts> hosts,
                            const Conflict& conflict) {
  return ConflictReport(program, hosts, conflict).text();
}

}  // namespace dps::terrain
