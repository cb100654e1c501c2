#include "commands/sweep/sweep_plot.h"

#include <utility>

namespace dps::commands {

Result<SweepPlot> SweepPlot::create(const SweepOptions& given,
                                    const std::vector<sweeps::SweepAxis>& axes) {
  SweepPlot plot({given.draws_heat, given.drawn});
  if (given.plot.empty()) {
    return plot;
  }
  if (std::string mistake = sweeps::picture_mistake(axes, given.draws_heat); !mistake.empty()) {
    return failure(ErrorCode::kInput, std::move(mistake));
  }
  auto file = PlotFile::create(given.plot, given.common.replaced);
  if (!file) {
    return tl::unexpected(file.error());
  }
  plot.file_ = *std::move(file);
  return plot;
}

Result<void> SweepPlot::draw(const sweeps::Sweep& sweep) {
  if (!file_) {
    return {};
  }
  const auto picture = sweeps::sweep_picture(sweep, choice_);
  if (!picture) {
    return tl::unexpected(picture.error());
  }
  return file_->draw(*picture);
}

}  // namespace dps::commands
