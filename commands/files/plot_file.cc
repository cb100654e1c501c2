#include "commands/files/plot_file.h"

namespace dps::commands {

Result<PlotFile> PlotFile::create(const std::string& path, Existing existing) {
  if (const auto found = plots::find_gnuplot(); !found) {
    return tl::unexpected(found.error());
  }
  auto file = OutputFile::create(path, picture_kind(path), existing);
  if (!file) {
    return tl::unexpected(file.error());
  }
  return PlotFile(*std::move(file),
                  plots::picture_format(path).value_or(plots::PictureFormat::kSvg));
}

Result<void> PlotFile::draw(const plots::Picture& picture) {
  const auto drawn = plots::draw(plots::picture_script(picture, format_), format_);
  return drawn ? file_.commit(*drawn) : tl::unexpected(drawn.error());
}

}  // namespace dps::commands
