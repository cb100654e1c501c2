#include "profiles/comparison/link_comparison.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"

namespace dps::profiles {
namespace {

using Shares = std::map<std::string, double>;  // by link

Shares shares_of(const RunResult& result) {
  Shares shares;
  for (const RunProfile& run : result.runs) {
    for (const LinkProfile& link : run.links) {
      if (run.makespan_s > 0) {
        shares[link.name] += link.busy_s / run.makespan_s / static_cast<double>(result.runs.size());
      }
    }
  }
  return shares;
}

double share_in(const Shares& shares, const std::string& link) {
  const auto found = shares.find(link);
  return found == shares.end() ? 0 : found->second;
}

}  // namespace

std::vector<ComparedLink> compared_links(const RunResult& a, const RunResult& b) {
  constexpr double kLeast = 0.1;
  const Shares in_a = shares_of(a);
  const Shares in_b = shares_of(b);
  Shares all = in_a;
  all.insert(in_b.begin(), in_b.end());
  std::vector<ComparedLink> links;
  for (const auto& [name, share] : all) {
    const ComparedLink link{name, share_in(in_a, name), share_in(in_b, name)};
    if (std::abs(link.share_a - link.share_b) > kLeast) {
      links.push_back(link);
    }
  }
  std::stable_sort(links.begin(), links.end(), [](const ComparedLink& x, const ComparedLink& y) {
    return std::abs(x.share_a - x.share_b) > std::abs(y.share_a - y.share_b);
  });
  return links;
}

std::string link_comparison_text(const ResultComparison& comparison) {
  constexpr std::size_t kMost = 10;
  constexpr double kPercent = 100;
  if (comparison.links.empty()) {
    return "";
  }
  std::string text = "\nLinks whose share of the makespan differs by more than a tenth\n";
  for (std::size_t i = 0; i < std::min(kMost, comparison.links.size()); ++i) {
    const ComparedLink& link = comparison.links[i];
    text += fmt::format("  {}: {:.0f} % in A, {:.0f} % in B\n", printable(link.name),
                        kPercent * link.share_a, kPercent * link.share_b);
  }
  if (comparison.links.size() > kMost) {
    text += fmt::format("  and {} more\n", counted(comparison.links.size() - kMost, "link"));
  }
  return text;
}

}  // namespace dps::profiles
