/// Meshes, tori and hypercubes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/topology/shape.h"

namespace dps::machines {

struct GridDescription {
  std::string word;                 ///< "mesh", for Shape::text()
  std::vector<std::uint32_t> size;  ///< by axis, x first
  std::uint32_t hosts_per_router = 1;
  std::vector<std::uint32_t> order;  ///< the axes, from 0, in which messages go along them
  bool is_torus = false;
  bool has_host_links = false;  ///< false: hosts are in the routers
  std::uint32_t hosts = 0;
};

/// Router r(x,y,…) has the number x + X·(y + Y·…). Its links go to the next router of each axis; on
/// a torus the last router of an axis of more than two has the first one as its next. A message
/// goes along one axis after another; on a torus the shorter way round, upwards if both are equal.
class GridShape final : public Shape {
 public:
  explicit GridShape(GridDescription description);

  [[nodiscard]] std::string text() const override;
  [[nodiscard]] ShapeSize size() const override;
  [[nodiscard]] std::string router_name(std::uint32_t router) const override;
  [[nodiscard]] std::uint32_t hosts_per_router() const override {
    return grid_.has_host_links ? 0 : grid_.hosts_per_router;
  }
  [[nodiscard]] std::vector<ShapeLink> links_out() const override;
  void route(std::uint32_t from, std::uint32_t to,
             std::vector<std::uint32_t>& links) const override;

 private:
  struct Axis {
    std::uint64_t size = 1;
    std::uint64_t stride = 1;  ///< the difference between the numbers of neighbours
    std::uint64_t first = 0;   ///< the number of its first link
    bool wraps = false;
  };

  [[nodiscard]] std::uint64_t link_count(const Axis& axis) const;
  [[nodiscard]] static std::uint32_t coordinate(const Axis& axis, std::uint32_t router) {
    return static_cast<std::uint32_t>(router / axis.stride % axis.size);
  }
  [[nodiscard]] static std::uint32_t next(const Axis& axis, std::uint32_t router);
  [[nodiscard]] static std::uint32_t before(const Axis& axis, std::uint32_t router);
  [[nodiscard]] static std::uint32_t link_up(const Axis& axis, std::uint32_t router);
  void go_along(const Axis& axis, std::uint32_t& router, std::uint32_t to,
                std::vector<std::uint32_t>& links) const;

  GridDescription grid_;
  std::vector<Axis> axes_;
  std::uint64_t routers_ = 1;
  std::uint64_t grid_links_ = 0;  // one way
  std::uint64_t ways_out_ = 0;    // with those of hosts
};

}  // namespace dps::machines
