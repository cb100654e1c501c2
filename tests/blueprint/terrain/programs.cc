#include "programs.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "blueprint/reading/reader.h"
#include "blueprint/terrain/host_list.h"

namespace dps::terrain {

blueprint::Program program_with(const std::string& terrain_lines, std::uint32_t processes) {
  const SourceText source{"blueprint.txt", terrain_lines + "P P.p " + std::to_string(processes) +
                                               " p.u\nU p.u p.f\nF p.f NULL NULL NULL NULL\n"};
  auto reading = blueprint::read_blueprint(source);
  EXPECT_TRUE(reading.program) << render(source, reading.diagnostics);
  return reading.program ? *std::move(reading.program) : blueprint::Program{};
}

std::vector<HostFacts> hosts_of(const std::string& hosts_file) {
  const SourceText source{"lab.hosts", hosts_file};
  const HostList list = read_hosts_file(source);
  EXPECT_TRUE(list.diagnostics.empty()) << render(source, list.diagnostics);
  std::vector<HostFacts> facts;
  facts.reserve(list.hosts.size());
  for (const ListedHost& host : list.hosts) {
    facts.push_back(host.facts);
  }
  return facts;
}

}  // namespace dps::terrain
