/// Draws pictures with gnuplot, if it is installed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/plots/picture.h"
#include "base/result.h"

namespace dps::plots {

/// The format for a file name that ends in .svg, .pdf or .tex (for LaTeX with the packages pict2e
/// and xcolor).
std::optional<PictureFormat> picture_format(std::string_view path);

/// The scripts for gnuplot, which print the picture. Texts of users cannot be commands in them.
std::string curve_script(const CurvePicture& picture, PictureFormat format);
std::string surface_script(const SurfacePicture& picture, PictureFormat format);
std::string heat_map_script(const HeatMap& map, PictureFormat format);

/// The script for a picture of any kind.
std::string picture_script(const Picture& picture, PictureFormat format);

/// Errors (kSystem): there is no program `gnuplot` in PATH.
Result<void> find_gnuplot();

/// Runs a script for this format. Errors (kSystem): there is no gnuplot, or it fails.
Result<std::string> draw(const std::string& script, PictureFormat format);

}  // namespace dps::plots
