#include "base/plots/script_text.h"

#include <fmt/format.h>

#include "base/plots/tex_text.h"
#include "base/printable.h"

namespace dps::plots {
namespace {

/// A label of a tic, which is a format of gprintf().
std::string tic_label(std::string_view text, PictureFormat format) {
  std::string label;
  for (const char c : quoted(text, format)) {
    label += c == '%' ? "%%" : std::string(1, c);
  }
  return label;
}

}  // namespace

std::string quoted(std::string_view text, PictureFormat format) {
  // gnuplot reads doubled quotes in more than one way, so an apostrophe becomes U+2019.
  const std::string safe = printable(text);
  std::string out = "'";
  for (const char c : format == PictureFormat::kTex ? tex_text(safe) : safe) {
    out += c == '\'' ? "\u2019" : std::string(1, c);
  }
  return out + "'";
}

std::string tics_line(std::string_view axis, const std::vector<Tick>& ticks, PictureFormat format) {
  std::string text;
  for (const Tick& tick : ticks) {
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", tic_label(tick.label, format), tick.value);
  }
  return text.empty() ? fmt::format("unset {}tics\n", axis)
                      : fmt::format("set {}tics ({})\n", axis, text);
}

}  // namespace dps::plots
