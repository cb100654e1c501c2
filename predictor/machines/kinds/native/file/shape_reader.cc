#include "predictor/machines/kinds/native/file/shape_reader.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/units.h"
#include "predictor/machines/kinds/native/file/shape_keys.h"
#include "predictor/machines/limits.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology/crossbar.h"
#include "predictor/machines/topology/dragonfly.h"
#include "predictor/machines/topology/fat_tree.h"
#include "predictor/machines/topology/grid.h"
#include "predictor/machines/topology/multistage.h"

namespace dps::machines {
namespace {

constexpr std::uint64_t kMostOfShape = 1'000'000;
constexpr std::size_t kMostAxes = 8;
constexpr std::size_t kMostLevels = 64;
constexpr std::uint64_t kMostDimensions = 17;  // 18 · 2^18 links are more than kMostLinks
constexpr CountRange kSizes{1, kMostOfShape};

constexpr auto kShapeNames = [] {
  std::array<std::string_view, kKeysOfShapes.size()> names;
  std::transform(kKeysOfShapes.begin(), kKeysOfShapes.end(), names.begin(),
                 [](const KeysOfShape& of) { return of.shape; });
  return names;
}();

using Numbers = std::vector<std::uint32_t>;

Numbers narrow(const std::vector<std::uint64_t>& numbers) {
  return Numbers(numbers.begin(), numbers.end());
}

class ShapeReader {
 public:
  ShapeReader(const toml::table& fields, std::uint32_t hosts, TomlMistakes& mistakes)
      : table_(fields, "[network.shape]", mistakes), hosts_(hosts), mistakes_(mistakes) {}

  ReadShape read(bool has_host_links) {
    const auto name = table_.word("name", kShapeNames, true);
    if (!name) {
      return {};  // its keys would all be unknown
    }
    name_ = table_.find("name");
    const std::string_view word = kShapeNames[*name];
    ReadShape read = word == "mesh" || word == "torus" ? grid(word == "torus", has_host_links)
                     : word == "hypercube"             ? hypercube(has_host_links)
                     : word == "tree"                  ? tree()
                     : word == "fat-tree"              ? fat_tree()
                     : word == "dragonfly"             ? dragonfly()
                     : word == "crossbar"              ? crossbar()
                                                       : multistage(word == "omega");
    table_.done();
    if (read.shape != nullptr && !has_room(*read.shape)) {
      read.shape = nullptr;
    }
    return read;
  }

 private:
  std::uint32_t number(std::string_view key, std::uint64_t otherwise, CountRange range = kSizes) {
    return static_cast<std::uint32_t>(
        table_.count(key, range.least, range.most).value_or(otherwise));
  }

  /// Reads a number that the shape needs; nullopt after a mistake.
  std::optional<std::uint32_t> needed(std::string_view key, CountRange range = kSizes) {
    if (table_.find(key, true) == nullptr) {
      return std::nullopt;
    }
    const auto count = table_.count(key, range.least, range.most);
    return count ? std::optional(static_cast<std::uint32_t>(*count)) : std::nullopt;
  }

  ReadShape grid(bool is_torus, bool has_host_links) {
    const auto size = table_.counts("size", kSizes, kMostAxes, true);
    const std::uint32_t hosts = number("hosts", 1);
    const Numbers order = read_order(size ? size->size() : 0);
    if (!size) {
      return {};
    }
    return {std::make_shared<GridShape>(GridDescription{is_torus ? "torus" : "mesh", narrow(*size),
                                                        hosts, order, is_torus, has_host_links,
                                                        hosts_}),
            {size->size(), "axis", {}, false},
            true};
  }

  ReadShape hypercube(bool has_host_links) {
    const auto dimensions = needed("dimensions", {1, kMostDimensions});
    const std::uint32_t hosts = number("hosts", 1);
    if (!dimensions) {
      return {};
    }
    Numbers order(*dimensions);
    std::iota(order.begin(), order.end(), 0U);
    return {std::make_shared<GridShape>(GridDescription{"hypercube", Numbers(*dimensions, 2), hosts,
                                                        order, false, has_host_links, hosts_}),
            {*dimensions, "axis", {}, false},
            true};
  }

  /// The axes in the order in which messages go along them; after a mistake the usual one, so that
  /// the shape's other mistakes are found.
  Numbers read_order(std::size_t axes) {
    Numbers usual(axes);
    std::iota(usual.begin(), usual.end(), 0U);
    const auto written = table_.counts("order", kSizes, kMostAxes);
    if (!written || axes == 0) {
      return usual;
    }
    Numbers order;
    for (const std::uint64_t axis : *written) {
      order.push_back(static_cast<std::uint32_t>(axis - 1));
    }
    if (!std::is_permutation(order.begin(), order.end(), usual.begin(), usual.end())) {
      mistakes_.add(table_.find("order")->source(),
                    fmt::format("'order' has each axis once, as a number from 1 to {}", axes));
      return usual;
    }
    return order;
  }

  ReadShape tree() {
    const auto arity = needed("arity");
    const auto levels = needed("levels", {1, kMostLevels});
    if (!arity || !levels) {
      return {};
    }
    const Numbers ones(*levels, 1);
    return {
        std::make_shared<FatTree>(FatTreeDescription{fmt::format("tree {}^{}", *arity, *levels),
                                                     Numbers(*levels, *arity), ones, ones, hosts_}),
        {*levels, "level", {}, true}};
  }

  ReadShape fat_tree() {
    const auto down = table_.counts("down", kSizes, kMostLevels, true);
    const Numbers up = per_level("up", kSizes, down ? down->size() : 0);
    const Numbers parallel =
        per_level("parallel", {1, TopologyLink::kMostCables - 1}, down ? down->size() : 0);
    if (!down) {
      return {};
    }
    const Numbers numbers = narrow(*down);
    return {std::make_shared<FatTree>(
                FatTreeDescription{fmt::format("fat-tree {};{};{}", joined(numbers, ','),
                                               joined(up, ','), joined(parallel, ',')),
                                   numbers, up, parallel, hosts_}),
            {down->size(), "level", {}, true}};
  }

  /// A number for each level, 1 without the key and after a mistake.
  Numbers per_level(std::string_view key, CountRange range, std::size_t levels) {
    Numbers ones(levels, 1);
    const toml::node* node = table_.find(key);
    if (node == nullptr) {
      return ones;
    }
    const auto numbers = table_.counts(key, range, kMostLevels);
    if (!numbers || levels == 0) {
      return ones;
    }
    if (numbers->size() != levels) {
      mistakes_.add(node->source(),
                    fmt::format("'{}' has {} for the {} of 'down'", key,
                                counted(numbers->size(), "number"), counted(levels, "level")));
      return ones;
    }
    return narrow(*numbers);
  }

  ReadShape dragonfly() {
    const auto groups = needed("groups");
    const auto chassis = needed("chassis");
    const auto routers = needed("routers");
    const auto places = needed("hosts");
    constexpr std::size_t kFactors = 3;  // of groups, chassis and routers
    Numbers factors{1, 1, 1};
    const toml::node* parallel = table_.find("parallel");
    if (const auto written = table_.counts("parallel", kSizes, kFactors)) {
      factors = narrow(*written);
    }
    if (factors.size() != kFactors) {
      mistakes_.add(parallel->source(),
                    "'parallel' of a dragonfly has three numbers: of the links "
                    "of groups, chassis and routers");
      factors = {1, 1, 1};
    }
    if (!groups || !chassis || !routers || !places) {
      return {};
    }
    if (*groups > std::uint64_t{*chassis} * *routers) {
      mistakes_.add(table_.find("groups")->source(),
                    fmt::format("{} groups cannot be joined: a group has {} · {} routers, and "
                                "each of them joins it with one group",
                                *groups, *chassis, *routers));
    }
    return {std::make_shared<Dragonfly>(
                DragonflyDescription{*groups, *chassis, *routers, *places, hosts_}),
            {4,
             "of hosts, routers, chassis and groups",
             {1, factors[2], factors[1], factors[0]},
             true}};
  }

  ReadShape multistage(bool is_omega) {
    const std::uint32_t radix = number("radix", 2, {2, kMostOfShape});
    const auto stages = needed("stages", {1, kMostLevels});
    if (!stages) {
      return {};
    }
    return {std::make_shared<Multistage>(MultistageDescription{is_omega, radix, *stages, hosts_}),
            {}};
  }

  ReadShape crossbar() { return {std::make_shared<Crossbar>(hosts_), {}}; }

  /// Reports a shape that is too small for the hosts, or beyond the limits.
  bool has_room(const Shape& shape) {
    const ShapeSize size = shape.size();
    const auto report = [&](std::string text) {
      mistakes_.add(name_->source(), std::move(text));
      return false;
    };
    if (size.places < hosts_) {
      return report(fmt::format("the shape has {} for {}", counted(size.places, "place"),
                                counted(hosts_, "host")));
    }
    if (size.links > kMostLinks || size.routers > kMostRouters) {
      const bool has_too_many_links = size.links > kMostLinks;
      return report(fmt::format("the shape has more than {} {}",
                                format_count(has_too_many_links ? kMostLinks : kMostRouters),
                                has_too_many_links ? "links" : "routers"));
    }
    if (size.longest_route > kLongestRoute) {
      return report(fmt::format("the longest route has {} links; a route has at most {}",
                                format_count(size.longest_route), kLongestRoute));
    }
    return true;
  }

  TomlTable table_;
  std::uint32_t hosts_;
  TomlMistakes& mistakes_;
  const toml::node* name_ = nullptr;
};

}  // namespace

ReadShape read_shape(const toml::table& fields, std::uint32_t hosts, bool has_host_links,
                     TomlMistakes& mistakes) {
  return ShapeReader(fields, hosts, mistakes).read(has_host_links);
}

}  // namespace dps::machines
