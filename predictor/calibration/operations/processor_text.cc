#include "predictor/calibration/operations/processor_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace dps::calibration {
namespace {

std::string timing_line(const std::string& name, const TrimmedMean& time) {
  constexpr double kNoise = 2;
  const double mean = std::max(time.mean, 0.0);
  const char* comment = mean < kNoise * time.deviation ? "   # below noise" : "";
  return mean == 0 ? fmt::format("    {} = 0.0 {:.2e}{}\n", name, time.deviation, comment)
                   : fmt::format("    {} = {:.4e} {:.2e}{}\n", name, mean, time.deviation, comment);
}

}  // namespace

std::string parasol_name(std::string text) {
  std::erase_if(text, [](char c) { return c == '"' || static_cast<unsigned char>(c) < ' '; });
  return text.empty() ? "unnamed" : text;
}

std::string processor_section(const MeasuredProcessor& processor, unsigned id) {
  std::string text = fmt::format("begin processor\n  id = {}\n  name = \"{}\"\n  begin timings\n",
                                 id, parasol_name(processor.name));
  for (const auto& [name, time] : processor.times) {
    text += timing_line(name, time);
  }
  text += "  end timings\n";
  if (processor.cache) {
    text +=
        fmt::format("  begin cache\n    size = {}\n    smallloopspeedup = {:.4f}\n  end cache\n",
                    processor.cache->size, processor.cache->speedup);
  }
  return text + "end processor\n";
}

std::string processor_file(const MeasuredProcessor& processor) {
  std::string text;
  for (const std::string& line : processor.comments) {
    text += "# " + line + "\n";
  }
  return text + fmt::format(
                    "begin machine\nid = 1\nname = \"{}\"\nprocessors = 1\ntopologies = 1\n{}"
                    "begin topology\n  id = 1\n  routing = \"broadcast\"\n  processors = 1\n"
                    "  links = 0\n  begin procid\n    p[1] = 1\n  end procid\nend topology\n"
                    "end machine\n",
                    parasol_name(processor.host), processor_section(processor, 1));
}

}  // namespace dps::calibration
