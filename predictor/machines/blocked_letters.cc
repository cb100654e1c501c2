#include "predictor/machines/blocked_letters.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"

namespace dps::machines {

std::vector<std::string> blocked_lines(const Machine& machine,
                                       std::span<const BlockedLetter> blocked,
                                       const LetterText& text_of) {
  std::vector<std::string> lines;
  if (blocked.empty()) {
    return lines;
  }
  const Topology& topology = *machine.parts().topology;
  const auto name_of = [&](std::uint32_t link) {
    return printable(link_name(topology, machine.hosts(), link));
  };
  lines.push_back(fmt::format("deadlock in the network: {} block one another",
                              counted(blocked.size(), "message")));
  for (const BlockedLetter& one : blocked) {
    lines.push_back(fmt::format("  {} holds {} and waits for {}", text_of(one.letter),
                                name_of(one.holds), name_of(one.waits_for)));
  }
  return lines;
}

}  // namespace dps::machines
