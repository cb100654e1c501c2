/// Omega networks and butterflies: stages of switches, with links in one direction.
/// Source: Lawrie, Access and alignment of data in an array processor, IEEE ToC 1975.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/topology/shape.h"

namespace dps::machines {

struct MultistageDescription {
  bool is_omega = true;  ///< false: a butterfly
  std::uint32_t radix = 2;
  std::uint32_t stages = 1;
  std::uint32_t hosts = 0;
};

/// k^n lines pass n stages of switches x(stage,switch), stages from 1. On a route from a to b, the
/// line after stage s of an omega network is (a·k^s + b / k^(n-s)) mod k^n; that of a butterfly has
/// the first s digits of b and the other ones of a.
class Multistage final : public Shape {
 public:
  explicit Multistage(const MultistageDescription& description);

  [[nodiscard]] std::string text() const override;
  [[nodiscard]] ShapeSize size() const override;
  [[nodiscard]] std::string router_name(std::uint32_t router) const override;
  [[nodiscard]] std::vector<ShapeLink> links_out() const override;
  [[nodiscard]] bool has_ways_back() const override { return false; }
  void route(std::uint32_t from, std::uint32_t to,
             std::vector<std::uint32_t>& links) const override;

 private:
  /// The switch of a stage that a line leaves, or enters.
  [[nodiscard]] std::uint64_t left_switch(std::uint64_t stage, std::uint64_t line) const;
  [[nodiscard]] std::uint64_t entered_switch(std::uint64_t stage, std::uint64_t line) const;
  [[nodiscard]] std::uint32_t node(std::uint64_t stage, std::uint64_t number) const {
    return static_cast<std::uint32_t>(shape_.hosts + (stage - 1) * of_stage_ + number);
  }
  /// The number of the link after a stage; after stage 0, that of the link from the host.
  [[nodiscard]] std::uint32_t link_after(std::uint64_t stage, std::uint64_t line) const {
    return static_cast<std::uint32_t>(stage == 0 ? line
                                                 : shape_.hosts + (stage - 1) * lines_ + line);
  }

  MultistageDescription shape_;
  std::vector<std::uint64_t> powers_;  // of the radix
  std::uint64_t lines_ = 1;
  std::uint64_t of_stage_ = 1;  // switches
};

}  // namespace dps::machines
