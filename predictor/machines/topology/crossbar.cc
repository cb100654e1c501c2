#include "predictor/machines/topology/crossbar.h"

namespace dps::machines {

ShapeSize Crossbar::size() const {
  return {kMostOfShape, 1, 2 * std::uint64_t{hosts_}, 2};
}

std::vector<ShapeLink> Crossbar::links_out() const {
  std::vector<ShapeLink> links;
  links.reserve(hosts_);
  for (std::uint32_t host = 0; host < hosts_; ++host) {
    links.push_back({host, hosts_, kHostLevel, 0});
  }
  return links;
}

}  // namespace dps::machines
