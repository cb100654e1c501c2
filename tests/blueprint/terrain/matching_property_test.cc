/// Compares the matching with an exhaustive search.
#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "blueprint/terrain/assignment.h"
#include "blueprint/terrain/matching.h"

namespace dps::terrain {
namespace {

/// A random matrix of up to six htags and six hosts, in which some htags share a row.
rc::Gen<AssignmentMatrix> any_matrix() {
  return rc::gen::exec([] {
    const auto hosts = *rc::gen::inRange<std::size_t>(1, 7);
    const auto density = *rc::gen::inRange(0, 11);
    AssignmentMatrix matrix;
    const auto rows = *rc::gen::inRange<std::size_t>(1, 7);
    for (std::size_t row = 0; row < rows; ++row) {
      matrix.rows.emplace_back(hosts);
      for (std::size_t host = 0; host < hosts; ++host) {
        if (*rc::gen::inRange(0, 10) < density) {
          matrix.rows.back().set(host);
        }
      }
    }
    const auto htags = *rc::gen::inRange<std::size_t>(0, 7);
    for (std::size_t htag = 0; htag < htags; ++htag) {
      matrix.row_of.push_back(
          *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(rows)));
    }
    return matrix;
  });
}

/// The lexicographically first matching of all htags, found by trying every host for every htag.
std::optional<std::vector<std::uint32_t>> first_by_trying(const AssignmentMatrix& matrix) {
  std::vector<std::uint32_t> chosen;
  const std::function<bool()> go_on = [&] {
    if (chosen.size() == matrix.htag_count()) {
      return true;
    }
    const BitSet& row = matrix.hosts_of(static_cast<std::uint32_t>(chosen.size()));
    for (std::uint32_t host = 0; host < row.size(); ++host) {
      if (row.test(host) && std::find(chosen.begin(), chosen.end(), host) == chosen.end()) {
        chosen.push_back(host);
        if (go_on()) {
          return true;
        }
        chosen.pop_back();
      }
    }
    return false;
  };
  return go_on() ? std::optional(chosen) : std::nullopt;
}

std::size_t most_by_trying(const AssignmentMatrix& matrix) {
  const std::function<std::size_t(std::uint32_t, std::set<std::uint32_t>)> most =
      [&](std::uint32_t htag, const std::set<std::uint32_t>& used) -> std::size_t {
    if (htag == matrix.htag_count()) {
      return used.size();
    }
    std::size_t best = most(htag + 1, used);
    const BitSet& row = matrix.hosts_of(htag);
    for (std::uint32_t host = 0; host < row.size(); ++host) {
      if (row.test(host) && !used.contains(host)) {
        std::set<std::uint32_t> more = used;
        more.insert(host);
        best = std::max(best, most(htag + 1, more));
      }
    }
    return best;
  };
  return most(0, {});
}

bool violates(const AssignmentMatrix& matrix, const std::vector<std::uint32_t>& htags) {
  BitSet wanted(matrix.rows[0].size());
  for (const std::uint32_t htag : htags) {
    wanted |= matrix.hosts_of(htag);
  }
  return wanted.count() < htags.size();
}

/// The size of the smallest set of htags with too few hosts.
std::size_t smallest_by_trying(const AssignmentMatrix& matrix) {
  std::size_t best = matrix.htag_count() + 1;
  for (std::uint32_t set = 1; set < (1U << matrix.htag_count()); ++set) {
    std::vector<std::uint32_t> htags;
    for (std::uint32_t htag = 0; htag < matrix.htag_count(); ++htag) {
      if ((set >> htag & 1U) != 0) {
        htags.push_back(htag);
      }
    }
    if (violates(matrix, htags)) {
      best = std::min(best, htags.size());
    }
  }
  return best;
}

RC_GTEST_PROP(MatchingProperty, TheFirstMatchingIsFoundIfAndOnlyIfOneExists, ()) {
  const auto matrix = *any_matrix();
  RC_ASSERT(first_matching(matrix) == first_by_trying(matrix));
}

RC_GTEST_PROP(MatchingProperty, TheLargestMatchingIsAsLargeAsPossible, ()) {
  const auto matrix = *any_matrix();
  const auto host_of = largest_matching(matrix);
  std::set<std::uint32_t> used;
  for (std::uint32_t htag = 0; htag < host_of.size(); ++htag) {
    if (host_of[htag] != kUnmatched) {
      RC_ASSERT(matrix.hosts_of(htag).test(host_of[htag]));
      RC_ASSERT(used.insert(host_of[htag]).second);
    }
  }
  RC_ASSERT(used.size() == most_by_trying(matrix));
}

RC_GTEST_PROP(ConflictProperty, IsTheSmallestSetOfHtagsWithTooFewHostsAndMinimal, ()) {
  const auto matrix = *any_matrix();
  RC_PRE(!first_by_trying(matrix).has_value());
  const Conflict conflict = find_conflict(matrix);
  RC_ASSERT(violates(matrix, conflict.htags));
  RC_ASSERT(conflict.hosts.size() + 1 == conflict.htags.size());
  RC_ASSERT(conflict.htags.size() == smallest_by_trying(matrix));
  BitSet wanted(matrix.rows[0].size());
  for (const std::uint32_t htag : conflict.htags) {
    wanted |= matrix.hosts_of(htag);
  }
  RC_ASSERT(wanted.count() == conflict.hosts.size());
  for (std::size_t left_out = 0; left_out < conflict.htags.size(); ++left_out) {
    auto fewer = conflict.htags;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
    RC_ASSERT(!violates(matrix, fewer));
  }
}

}  // namespace
}  // namespace dps::terrain
