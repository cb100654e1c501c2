#include "predictor/machines/kinds/parasol/routing/routing_rule.h"

namespace dps::parasol {
namespace {

constexpr std::array<RoutingRule, 12> kRules{{
    {"XY", Shape::kGrid, 2, {0, 1, 2}},
    {"YX", Shape::kGrid, 2, {1, 0, 2}},
    {"XYZ", Shape::kGrid, 3, {0, 1, 2}},
    {"XZY", Shape::kGrid, 3, {0, 2, 1}},
    {"YXZ", Shape::kGrid, 3, {1, 0, 2}},
    {"YZX", Shape::kGrid, 3, {1, 2, 0}},
    {"ZXY", Shape::kGrid, 3, {2, 0, 1}},
    {"ZYX", Shape::kGrid, 3, {2, 1, 0}},
    {"1Dtorus", Shape::kTorus, 1, {0, 1, 2}},
    {"2Dtorus", Shape::kTorus, 2, {0, 1, 2}},
    {"3Dtorus", Shape::kTorus, 3, {0, 1, 2}},
    {"broadcast", Shape::kBroadcast, 0, {0, 1, 2}},
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
