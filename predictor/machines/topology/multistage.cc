#include "predictor/machines/topology/multistage.h"

#include <fmt/format.h>

namespace dps::machines {

Multistage::Multistage(const MultistageDescription& description) : shape_(description) {
  powers_.push_back(1);
  for (std::uint32_t stage = 0; stage < shape_.stages; ++stage) {
    powers_.push_back(capped_product(powers_.back(), shape_.radix));
  }
  lines_ = powers_.back();
  of_stage_ = lines_ / shape_.radix;
}

std::string Multistage::text() const {
  return fmt::format("{} {}^{}", shape_.is_omega ? "omega" : "butterfly", shape_.radix,
                     shape_.stages);
}

ShapeSize Multistage::size() const {
  return {lines_, capped_product(of_stage_, shape_.stages),
          capped_product(lines_, shape_.stages - 1) + 2 * std::uint64_t{shape_.hosts},
          std::uint64_t{shape_.stages} + 1};
}

std::string Multistage::router_name(std::uint32_t router) const {
  return fmt::format("x({},{})", router / of_stage_ + 1, router % of_stage_);
}

/// Stage s of a butterfly sets digit s of the line: its switches are numbered by the other digits.
std::uint64_t Multistage::left_switch(std::uint64_t stage, std::uint64_t line) const {
  if (shape_.is_omega) {
    return line / shape_.radix;
  }
  const std::uint64_t below = powers_[shape_.stages - stage];
  return line / (below * shape_.radix) * below + line % below;
}

std::uint64_t Multistage::entered_switch(std::uint64_t stage, std::uint64_t line) const {
  return shape_.is_omega ? line % of_stage_ : left_switch(stage, line);
}

std::vector<ShapeLink> Multistage::links_out() const {
  std::vector<ShapeLink> links;
  for (std::uint32_t host = 0; host < shape_.hosts; ++host) {
    links.push_back({host, node(1, entered_switch(1, host)), kHostLevel, 0});
  }
  for (std::uint64_t stage = 1; stage < shape_.stages; ++stage) {
    for (std::uint64_t line = 0; line < lines_; ++line) {
      links.push_back({node(stage, left_switch(stage, line)),
                       node(stage + 1, entered_switch(stage + 1, line)), 0, 0});
    }
  }
  for (std::uint32_t host = 0; host < shape_.hosts; ++host) {
    links.push_back({node(shape_.stages, left_switch(shape_.stages, host)), host, kHostLevel, 0});
  }
  return links;
}

void Multistage::route(std::uint32_t from, std::uint32_t to,
                       std::vector<std::uint32_t>& links) const {
  for (std::uint64_t stage = 0; stage <= shape_.stages; ++stage) {
    const std::uint64_t below = powers_[shape_.stages - stage];
    const std::uint64_t line = shape_.is_omega ? from % below * powers_[stage] + to / below
                                               : to / below * below + from % below;
    links.push_back(link_after(stage, line));
  }
}

}  // namespace dps::machines
