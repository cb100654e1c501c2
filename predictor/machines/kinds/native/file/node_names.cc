#include "predictor/machines/kinds/native/file/node_names.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "predictor/machines/files/host_tables.h"

namespace dps::machines {

NodeNames::NodeNames(std::span<const MachineHost> hosts, const Shape* shape) : hosts_(hosts) {
  for (const MachineHost& host : hosts) {
    add_router(host.name);
  }
  const auto routers = shape == nullptr ? 0U : static_cast<std::uint32_t>(shape->size().routers);
  for (std::uint32_t router = 0; router < routers; ++router) {
    add_router(shape->router_name(router));
  }
}

bool NodeNames::add_router(const std::string& name) {
  const auto node = static_cast<std::uint32_t>(names_.size());
  if (!nodes_.try_emplace(name, node).second) {
    return false;
  }
  names_.push_back(name);
  return true;
}

std::optional<std::uint32_t> NodeNames::find(const std::string& name) const {
  const auto found = nodes_.find(name);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::uint32_t> NodeNames::nodes(const std::string& set, const toml::node& where,
                                            TomlMistakes& mistakes) const {
  if (const auto node = find(set)) {
    return {*node};
  }
  std::vector<std::string> names = host_names(set);
  if (names.empty()) {
    names = {set};
  }
  std::vector<std::uint32_t> nodes;
  for (const std::string& name : names) {
    const auto node = find(name);
    if (!node) {
      constexpr std::size_t kMostCompared = 10'000;
      const bool has_few = names_.size() <= kMostCompared;
      mistakes.add(where.source(), fmt::format("there is no host or router '{}'{}", printable(name),
                                               has_few ? did_you_mean(name, names_) : ""));
      return {};
    }
    nodes.push_back(*node);
  }
  return nodes;
}

}  // namespace dps::machines
