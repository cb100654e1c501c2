/// Crossbars: one router with a link to each host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/topology/shape.h"

namespace dps::machines {

class Crossbar final : public Shape {
 public:
  explicit Crossbar(std::uint32_t hosts) : hosts_(hosts) {}

  [[nodiscard]] std::string text() const override { return "crossbar"; }
  [[nodiscard]] ShapeSize size() const override;
  [[nodiscard]] std::string router_name(std::uint32_t) const override { return "x"; }
  [[nodiscard]] std::vector<ShapeLink> links_out() const override;
  void route(std::uint32_t from, std::uint32_t to,
             std::vector<std::uint32_t>& links) const override {
    links.push_back(from);
    links.push_back(hosts_ + to);
  }

 private:
  std::uint32_t hosts_;
};

}  // namespace dps::machines
