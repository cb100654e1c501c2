#include "commands/cli/placement_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/process_names.h"
#include "blueprint/process_set.h"

namespace dps::commands {
namespace {

constexpr std::size_t kMostRows = 1'000;
constexpr std::size_t kMostNamed = 8;

using PlacementRow = std::array<std::string, 3>;

std::string tags_of(const coordinator::Host& host) {
  std::string text;
  for (std::size_t i = 0; i < host.htags.size() && i < kMostNamed; ++i) {
    text += (i == 0 ? "" : ",") + printable(host.htags[i]);
  }
  return text.empty() ? "-" : text;
}

std::vector<PlacementRow> rows_of(const blueprint::Program& program,
                                  const coordinator::Placement& placement) {
  std::vector<blueprint::ProcessSet> served(placement.hosts.size());
  for (std::uint32_t process = 0; process < placement.host_of.size(); ++process) {
    served[placement.host_of[process]].append(process, 1);
  }
  std::vector<PlacementRow> rows;
  for (std::size_t host = 0; host < served.size(); ++host) {
    if (!served[host].empty()) {
      rows.push_back({placement.hosts[host].name, tags_of(placement.hosts[host]),
                      printable(blueprint::names_of(program, served[host], kMostNamed))});
    }
  }
  return rows;
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, printed_width(text)), ' ');
}

}  // namespace

std::string placement_text(const blueprint::Program& program,
                           const coordinator::Placement& placement) {
  const std::vector<PlacementRow> rows = rows_of(program, placement);
  std::array<std::size_t, 2> widths{};
  for (const PlacementRow& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], printed_width(row[i]));
    }
  }
  std::string text;
  for (std::size_t i = 0; i < rows.size() && i < kMostRows; ++i) {
    text += "  " + padded(rows[i][0], widths[0]) + "  " + padded(rows[i][1], widths[1]) + "  " +
            rows[i][2] + "\n";
  }
  if (rows.size() > kMostRows) {
    text += fmt::format("  (and {} more hosts)\n", format_count(rows.size() - kMostRows));
  }
  const std::size_t idle = placement.hosts.size() - rows.size();
  if (idle > 0) {
    text += "  " + counted(idle, "host serves", "hosts serve") + " no process\n";
  }
  for (const std::string& warning : oversubscription(placement)) {
    text += "warning: " + warning + "\n";
  }
  return text;
}

}  // namespace dps::commands
