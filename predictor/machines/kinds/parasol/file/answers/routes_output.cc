// Prints routes as text, JSON and CSV.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/units.h"
#include "predictor/machines/kinds/parasol/file/answers/routes_answer.h"

namespace dps::parasol {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(std::uint32_t processor) {
  return processor == 0 ? "*" : fmt::format("p{}", processor);
}

Json json_of(const ProcessorRouteAnswer& route) {
  Json hops = Json::array();
  for (const std::uint32_t hop : route.hops) {
    hops.push_back(name_of(hop));
  }
  return {{"from", name_of(route.message.from)},
          {"to", name_of(route.message.to)},
          {"links", route.links},
          {"hops", route.message.to == 0 ? Json() : hops},
          {"latency_s", route.latency_s},
          {"bytes", route.message.bytes},
          {"alone_s", route.alone_s},
          {"together_s", route.together_s},
          {"arrives_s", route.arrives_s},
          {"bottleneck", route.bottleneck ? Json(*route.bottleneck) : Json()}};
}

std::string csv_of(const ProcessorRouteAnswer& route) {
  std::string hops;
  for (const std::uint32_t hop : route.hops) {
    hops += (hops.empty() ? "" : " ") + name_of(hop);
  }
  return fmt::format("{},{},{},{},{},{},{},{},{},{}\n", name_of(route.message.from),
                     name_of(route.message.to), fmt::join(route.links, " "), hops, route.latency_s,
                     route.message.bytes, route.alone_s, route.together_s, route.arrives_s,
                     route.bottleneck ? std::to_string(*route.bottleneck) : "");
}

std::string text_of(const ProcessorRouteAnswer& route) {
  constexpr std::size_t kMostLinks = 50;
  const std::size_t shown = std::min(route.links.size(), kMostLinks);
  const std::span<const std::uint32_t> links(route.links.data(), shown);
  return fmt::format(
      "{} -> {}  {} over {}: {}{}\n  latency {} s  alone {} s  together {} s  arrives "
      "{} s  bottleneck {}\n",
      name_of(route.message.from), name_of(route.message.to), counted(route.message.bytes, "byte"),
      counted(route.links.size(), "link"),
      links.empty() ? "-" : fmt::format("{}", fmt::join(links, " ")),
      shown < route.links.size() ? " ..." : "", route.latency_s, route.alone_s, route.together_s,
      route.arrives_s, route.bottleneck ? std::to_string(*route.bottleneck) : "-");
}

}  // namespace

std::string print_routes(const std::vector<ProcessorRouteAnswer>& routes, AnswerFormat format) {
  if (format == AnswerFormat::kJson) {
    Json list = Json::array();
    for (const ProcessorRouteAnswer& route : routes) {
      list.push_back(json_of(route));
    }
    return Json{{"format", "dps-routes"}, {"version", 1}, {"routes", list}}.dump(2) + "\n";
  }
  std::string out =
      format == AnswerFormat::kCsv
          ? "from,to,links,hops,latency_s,bytes,alone_s,together_s,arrives_s,bottleneck\n"
          : "";
  for (const ProcessorRouteAnswer& route : routes) {
    out += format == AnswerFormat::kCsv ? csv_of(route) : text_of(route);
  }
  return out;
}

}  // namespace dps::parasol
