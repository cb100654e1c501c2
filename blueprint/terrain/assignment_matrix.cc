#include "blueprint/terrain/assignment_matrix.h"

#include <algorithm>
#include <map>

#include "blueprint/constraint_text.h"
#include "blueprint/terrain/constraints.h"

namespace dps::terrain {
namespace {

/// A key that is equal for htags with equal constraints.
std::string wording(const blueprint::LogicalHost& logical) {
  std::vector<std::string> texts;
  texts.reserve(logical.constraints.size());
  for (const blueprint::Constraint& constraint : logical.constraints) {
    texts.push_back(text_of(constraint));
  }
  std::sort(texts.begin(), texts.end());
  std::string all;
  for (const std::string& text : texts) {
    all += text + "\n";
  }
  return all;
}

BitSet make_row(const blueprint::LogicalHost& logical, std::span<const HostFacts> hosts) {
  BitSet row(hosts.size());
  for (std::size_t host = 0; host < hosts.size(); ++host) {
    if (std::all_of(logical.constraints.begin(), logical.constraints.end(),
                    [&](const auto& constraint) { return satisfies(hosts[host], constraint); })) {
      row.set(host);
    }
  }
  return row;
}

}  // namespace

AssignmentMatrix make_matrix(const blueprint::Program& program, std::span<const HostFacts> hosts) {
  AssignmentMatrix matrix;
  std::map<std::string, std::uint32_t> known;
  for (const blueprint::LogicalHost& logical : program.logical_hosts) {
    const auto [row, is_new] =
        known.emplace(wording(logical), static_cast<std::uint32_t>(matrix.rows.size()));
    if (is_new) {
      matrix.rows.push_back(make_row(logical, hosts));
    }
    matrix.row_of.push_back(row->second);
  }
  return matrix;
}

}  // namespace dps::terrain
