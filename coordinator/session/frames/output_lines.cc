#include "coordinator/session/frames/output_lines.h"

#include <utility>

#include "base/printable.h"
#include "base/units.h"

namespace dps::coordinator {

std::string OutputLines::tagged(std::string_view line) const {
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return "[" + name_ + "] " + printable(line);
}

std::vector<std::string> OutputLines::add(const control::OutputFrame& output) {
  suppressed_ = output.suppressed;
  rest_ += output.text;
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(tagged(std::string_view(rest_).substr(begin, end - begin)));
  }
  rest_.erase(0, begin);
  return lines;
}

std::vector<std::string> OutputLines::finish() {
  std::vector<std::string> lines;
  if (!rest_.empty()) {
    lines.push_back(tagged(std::exchange(rest_, {})));
  }
  if (suppressed_ > 0) {
    lines.push_back("warning: " + name_ + " wrote " + format_size(std::exchange(suppressed_, 0)) +
                    " more, which are not shown");
  }
  return lines;
}

}  // namespace dps::coordinator
