#include "coordinator/commands/sweep_plot.h"

#include <utility>
#include <variant>

#include "plots/gnuplot.h"
#include "sweeps/sweep_picture.h"

namespace dps::coordinator {

Result<SweepPlot> SweepPlot::create(const CommandLine& line,
                                    const std::vector<sweeps::Axis>& axes) {
  SweepPlot plot(line);
  if (line.plot.empty()) {
    return plot;
  }
  if (std::string mistake = sweeps::picture_mistake(axes, line.draws_heat); !mistake.empty()) {
    return failure(ErrorCode::kInput, std::move(mistake));
  }
  if (const auto found = plots::find_gnuplot(); !found) {
    return tl::unexpected(found.error());
  }
  auto file = OutputFile::create(line.plot);
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
  const auto picture = sweeps::sweep_picture(sweep, line_->draws_heat);
  if (!picture) {
    return tl::unexpected(picture.error());
  }
  const auto format = plots::picture_format(line_->plot).value_or(plots::PictureFormat::kSvg);
  const auto* curves = std::get_if<plots::CurvePicture>(&*picture);
  const auto drawn = plots::draw(
      curves != nullptr ? plots::curve_script(*curves, format)
                        : plots::heat_map_script(std::get<plots::HeatMap>(*picture), format),
      format);
  return drawn ? file_->commit(*drawn) : tl::unexpected(drawn.error());
}

}  // namespace dps::coordinator
