/// Any bytes as a node set: it is expanded or refused. The expanded names fold to a node set of the
/// same names.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "base/check.h"
#include "base/host_name.h"
#include "base/text/node_set_fold.h"
#include "blueprint/terrain/host_list.h"

namespace {

using Names = std::set<std::string>;

Names names_of(const dps::terrain::HostList& list) {
  Names names;
  for (const auto& host : list.hosts) {
    names.insert(host.facts.name);
  }
  return names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const dps::SourceText source{"--hosts", std::string(bytes, bytes + size)};
  const auto list = dps::terrain::read_node_set(source);
  DPS_CHECK(list.hosts.empty() == dps::has_errors(list.diagnostics));
  const Names names = names_of(list);
  DPS_CHECK(names.size() == list.hosts.size());
  for (const std::string& name : names) {
    DPS_CHECK(dps::is_host_name(name));
  }
  constexpr std::size_t kFewEnough = 1'000;
  constexpr std::size_t kLongestLine = 64 << 10;
  if (!names.empty() && names.size() < kFewEnough) {
    std::vector<std::string> in_order;
    for (const auto& host : list.hosts) {
      in_order.push_back(host.facts.name);
    }
    const std::string folded = dps::text::fold(in_order);
    if (folded.size() < kLongestLine) {  // names that differ in their fifth number are not folded
      DPS_CHECK(names_of(dps::terrain::read_node_set({"folded", folded})) == names);
    }
  }
  (void)dps::terrain::read_slurm_allocation({"SLURM_JOB_NODELIST", "n[1-3]"}, source.text);
  return 0;
}
