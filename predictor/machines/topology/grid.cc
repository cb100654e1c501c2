#include "predictor/machines/topology/grid.h"

#include <utility>

namespace dps::machines {

GridShape::GridShape(GridDescription description) : grid_(std::move(description)) {
  for (const std::uint32_t size : grid_.size) {
    axes_.push_back({size, routers_, 0, grid_.is_torus && size > 2});
    routers_ = capped_product(routers_, size);
  }
  for (Axis& axis : axes_) {
    axis.first = grid_links_;
    grid_links_ += link_count(axis);
  }
  ways_out_ = grid_links_ + (grid_.has_host_links ? grid_.hosts : 0);
}

std::uint64_t GridShape::link_count(const Axis& axis) const {
  return axis.wraps ? routers_ : routers_ / axis.size * (axis.size - 1);
}

std::string GridShape::text() const {
  return grid_.word + " " + joined(grid_.size) +
         (grid_.hosts_per_router == 1 ? ""
                                      : " of " + std::to_string(grid_.hosts_per_router) + " hosts");
}

ShapeSize GridShape::size() const {
  std::uint64_t longest = grid_.has_host_links ? 2 : 0;
  for (const Axis& axis : axes_) {
    longest += axis.wraps ? axis.size / 2 : axis.size - 1;
  }
  return {capped_product(routers_, grid_.hosts_per_router), routers_, 2 * ways_out_, longest};
}

std::string GridShape::router_name(std::uint32_t router) const {
  std::vector<std::uint32_t> place;
  for (const Axis& axis : axes_) {
    place.push_back(coordinate(axis, router));
  }
  return "r(" + joined(place, ',') + ")";
}

std::uint32_t GridShape::next(const Axis& axis, std::uint32_t router) {
  const std::uint64_t last = axis.size - 1;
  return static_cast<std::uint32_t>(coordinate(axis, router) < last ? router + axis.stride
                                                                    : router - last * axis.stride);
}

std::uint32_t GridShape::before(const Axis& axis, std::uint32_t router) {
  const std::uint64_t last = axis.size - 1;
  return static_cast<std::uint32_t>(coordinate(axis, router) > 0 ? router - axis.stride
                                                                 : router + last * axis.stride);
}

/// The link from a router to the next one, which it has.
std::uint32_t GridShape::link_up(const Axis& axis, std::uint32_t router) {
  if (axis.wraps) {
    return static_cast<std::uint32_t>(axis.first + router);
  }
  const std::uint64_t low = router % axis.stride;
  const std::uint64_t high = router / (axis.stride * axis.size);
  return static_cast<std::uint32_t>(
      axis.first + low + axis.stride * (coordinate(axis, router) + (axis.size - 1) * high));
}

std::vector<ShapeLink> GridShape::links_out() const {
  std::vector<ShapeLink> links;
  links.reserve(ways_out_);
  for (std::uint32_t a = 0; a < axes_.size(); ++a) {
    for (std::uint32_t router = 0; router < routers_; ++router) {
      if (axes_[a].wraps || coordinate(axes_[a], router) + 1 < axes_[a].size) {
        links.push_back({grid_.hosts + router, grid_.hosts + next(axes_[a], router), a, 0});
      }
    }
  }
  for (std::uint32_t host = 0; grid_.has_host_links && host < grid_.hosts; ++host) {
    links.push_back({host, grid_.hosts + host / grid_.hosts_per_router, kHostLevel, 0});
  }
  return links;
}

void GridShape::route(std::uint32_t from, std::uint32_t to,
                      std::vector<std::uint32_t>& links) const {
  if (grid_.has_host_links) {
    links.push_back(static_cast<std::uint32_t>(grid_links_ + from));
  }
  std::uint32_t router = from / grid_.hosts_per_router;
  for (const std::uint32_t axis : grid_.order) {
    go_along(axes_[axis], router, to / grid_.hosts_per_router, links);
  }
  if (grid_.has_host_links) {
    links.push_back(static_cast<std::uint32_t>(ways_out_ + grid_links_ + to));
  }
}

void GridShape::go_along(const Axis& axis, std::uint32_t& router, std::uint32_t to,
                         std::vector<std::uint32_t>& links) const {
  const std::uint32_t here = coordinate(axis, router);
  const std::uint32_t there = coordinate(axis, to);
  const auto up = static_cast<std::uint32_t>((there + axis.size - here) % axis.size);
  const auto down = static_cast<std::uint32_t>((here + axis.size - there) % axis.size);
  const bool goes_up = axis.wraps ? up <= down : there >= here;
  for (std::uint32_t left = goes_up ? up : down; left > 0; --left) {
    if (goes_up) {
      links.push_back(link_up(axis, router));
      router = next(axis, router);
    } else {
      router = before(axis, router);
      links.push_back(static_cast<std::uint32_t>(ways_out_ + link_up(axis, router)));
    }
  }
}

}  // namespace dps::machines
