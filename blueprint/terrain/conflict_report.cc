#include "blueprint/terrain/conflict_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/layout.h"
#include "base/text/node_set_fold.h"
#include "base/units.h"
#include "blueprint/constraint_text.h"
#include "blueprint/terrain/constraints.h"
#include "blueprint/terrain/exclusions.h"

namespace dps::terrain {
namespace {

using blueprint::Constraint;
using blueprint::LogicalHost;

constexpr std::size_t kMostNamed = 6;  ///< htags or lines in a sentence
constexpr std::size_t kMostRequirements = 8;
constexpr std::size_t kWidestHosts = 60;

/// "A, B and C", or "A, B, C and 4 more".
std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = names.size() <= kMostNamed ? names.size() : kMostNamed - 1;
  std::vector<std::string> items;
  for (std::size_t i = 0; i < shown; ++i) {
    items.push_back(printable(names[i]));
  }
  if (shown < names.size()) {
    items.push_back(format_count(names.size() - shown) + " more");
  }
  return text::listed(items);
}

/// Htags that have the same constraints.
struct Requirement {
  std::string text;
  std::vector<std::string> htags;
  std::set<std::uint32_t> lines;
  const LogicalHost* logical;  ///< the first of them
};

std::string requirement_of(const LogicalHost& logical) {
  std::string text;
  for (const Constraint& constraint : logical.constraints) {
    text += (text.empty() ? "" : ", ") + text_of(constraint);
  }
  return text.empty() ? "any host" : text;
}

std::string lines_of(const Requirement& requirement) {
  if (requirement.lines.empty()) {
    return "";
  }
  std::vector<std::string> numbers;
  for (const std::uint32_t line : requirement.lines) {
    numbers.push_back(std::to_string(line));
  }
  return fmt::format(" (line{} {})", numbers.size() == 1 ? "" : "s", listed(numbers));
}

class ConflictReport {
 public:
  ConflictReport(const blueprint::Program& program, std::span<const HostFacts> hosts,
                 const Conflict& conflict)
      : program_(program), hosts_(hosts), conflict_(conflict), htags_(conflict.htags) {
    const AssignmentMatrix matrix = make_matrix(program, hosts);
    const bool all_hosts = conflict.hosts.size() == hosts.size();
    for (std::uint32_t htag = 0; htag < matrix.htag_count(); ++htag) {
      const bool is_new = std::find(htags_.begin(), htags_.end(), htag) == htags_.end();
      const bool as_hopeless =
          conflict.hosts.empty() && matrix.hosts_of(htag).next() == BitSet::kNone;
      if (is_new && (all_hosts || as_hopeless)) {
        htags_.push_back(htag);
      }
    }
  }

  std::string text() const {
    std::string out = "no assignment of hosts satisfies the terrain: " + headline() + "\n\n" +
                      matrix_table(program_, hosts_, conflict_);
    const std::vector<Requirement> requirements = find_requirements();
    for (std::size_t i = 0; i < requirements.size() && i < kMostRequirements; ++i) {
      out += fmt::format("\n{}: {}{}{}\n", listed(requirements[i].htags), requirements[i].text,
                         lines_of(requirements[i]), unknown_names(*requirements[i].logical));
      out += exclusions(*requirements[i].logical, hosts_);
    }
    if (requirements.size() > kMostRequirements) {
      out +=
          fmt::format("\n(and {} more)\n", format_count(requirements.size() - kMostRequirements));
    }
    return out;
  }

 private:
  [[nodiscard]] std::string headline() const {
    std::vector<std::string> tags;
    for (const std::uint32_t htag : htags_) {
      tags.push_back(program_.logical_hosts[htag].htag);
    }
    if (conflict_.hosts.empty()) {
      return (tags.size() == 1 ? "no host satisfies htag "
                               : "no host satisfies any of the htags ") +
             listed(tags);
    }
    const std::string wanted =
        "htags " + listed(tags) + " need " + format_count(tags.size()) + " different hosts, but ";
    if (conflict_.hosts.size() == hosts_.size()) {
      return wanted + (hosts_.size() == 1 ? "there is only one"
                                          : "there are only " + format_count(hosts_.size()));
    }
    return wanted + "only " + named_hosts() +
           (conflict_.hosts.size() == 1 ? " satisfies " : " satisfy ") +
           (tags.size() == 2 ? "either of them" : "any of them");
  }

  [[nodiscard]] std::string named_hosts() const {
    std::vector<std::string> names;
    for (const std::uint32_t host : conflict_.hosts) {
      names.push_back(hosts_[host].name);
    }
    std::string text = text::fold(names);
    if (text.size() > kWidestHosts) {
      text = format_count(names.size()) + " (" + text.substr(0, kWidestHosts) + "...)";
    }
    return text;
  }

  /// The distinct requirements, in the order of their first htags.
  [[nodiscard]] std::vector<Requirement> find_requirements() const {
    std::vector<Requirement> requirements;
    std::map<std::string, std::size_t> known;
    for (const std::uint32_t htag : htags_) {
      const LogicalHost& logical = program_.logical_hosts[htag];
      const auto [requirement, is_new] =
          known.emplace(requirement_of(logical), requirements.size());
      if (is_new) {
        requirements.push_back({requirement->first, {}, {}, &logical});
      }
      requirements[requirement->second].htags.push_back(logical.htag);
      for (const Constraint& constraint : logical.constraints) {
        requirements[requirement->second].lines.insert(constraint.span.line);
      }
    }
    return requirements;
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
      if (constraint.variable == blueprint::HostVariable::kName &&
          constraint.comparison == blueprint::Comparison::kEqual &&
          std::find(names.begin(), names.end(), constraint.text) == names.end()) {
        text += fmt::format("; no host is called '{}'", constraint.text) +
                did_you_mean(constraint.text, names);
      }
    }
    return text;
  }

  const blueprint::Program& program_;
  std::span<const HostFacts> hosts_;
  const Conflict& conflict_;
  /// The htags of the conflict, then the htags of other conflicts: those without a suitable host,
  /// and groups of htags with the same constraints that are more than their hosts.
  std::vector<std::uint32_t> htags_;
};

}  // namespace

std::string conflict_report(const blueprint::Program& program, std::span<const HostFacts> hosts,
                            const Conflict& conflict) {
  return ConflictReport(program, hosts, conflict).text();
}

}  // namespace dps::terrain
