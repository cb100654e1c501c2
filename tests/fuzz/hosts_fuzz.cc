/// Any bytes as a hosts file: it is read, or refused with a diagnostic. No host name is one that a
/// program would treat as an option.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "base/check.h"
#include "base/host_name.h"
#include "blueprint/terrain/host_list.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const dps::SourceText source{"lab.hosts", std::string(bytes, bytes + size)};
  const auto list = dps::terrain::read_hosts_file(source);
  DPS_CHECK(list.hosts.empty() == dps::has_errors(list.diagnostics));
  DPS_CHECK(!dps::render(source, list.diagnostics).empty() || list.diagnostics.empty());
  std::set<std::string> names;
  for (const auto& host : list.hosts) {
    DPS_CHECK(dps::is_host_name(host.facts.name));
    DPS_CHECK(names.insert(host.facts.name).second);
    DPS_CHECK(host.login.empty() || host.login[0] != '-');
    DPS_CHECK(host.address.empty() || host.address[0] != '-');
  }
  return 0;
}
