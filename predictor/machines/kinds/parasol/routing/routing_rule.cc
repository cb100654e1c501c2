#include "predictor/machines/kinds/parasol/routing/routing_rule.h"

namespace dps::parasol {
namespace {

constexpr std::array<RoutingRule, 12> kRules{{
    {"XY", RoutingShape::kGrid, 2, {0, 1, 2}},
    {"YX", RoutingShape::kGrid, 2, {1, 0, 2}},
    {"XYZ", RoutingShape::kGrid, 3, {0, 1, 2}},
    {"XZY", RoutingShape::kGrid, 3, {0, 2, 1}},
    {"YXZ", RoutingShape::kGrid, 3, {1, 0, 2}},
    {"YZX", RoutingShape::kGrid, 3, {1, 2, 0}},
    {"ZXY", RoutingShape::kGrid, 3, {2, 0, 1}},
    {"ZYX", RoutingShape::kGrid, 3, {2, 1, 0}},
    {"1Dtorus", RoutingShape::kTorus, 1, {0, 1, 2}},
    {"2Dtorus", RoutingShape::kTorus, 2, {0, 1, 2}},
    {"3Dtorus", RoutingShape::kTorus, 3, {0, 1, 2}},
    {"broadcast", RoutingShape::kBroadcast, 0, {0, 1, 2}},
}};

}  // namespace

std::span<const RoutingRule> routing_rules() {
  return kRules;
}

const RoutingRule* find_routing(std::string_view name) {
  for (const RoutingRule& rule : kRules) {
    if (rule.name == name) {
      return &rule;
    }
  }
  return nullptr;
}

}  // namespace dps::parasol
