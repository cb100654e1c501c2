#include "coordinator/launch/child_words.h"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"

namespace dps::coordinator {
namespace {

constexpr std::size_t kMostReasonLines = 3;  // the reason is usually in the last lines

}  // namespace

std::string_view without_line_end(std::string_view line) {
  return line.substr(0, line.find_last_not_of("\r ") + 1);  // npos + 1 is 0
}

std::string last_words(const std::string& errors) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < errors.size();) {
    const std::size_t end = std::min(errors.find('\n', begin), errors.size());
    std::string_view line = std::string_view(errors).substr(begin, end - begin);
    line = without_line_end(line);
    while (line.ends_with('.')) {
      line = without_line_end(line.substr(0, line.size() - 1));
    }
    if (!line.empty()) {
      lines.push_back(printable(line));
    }
    begin = end + 1;
  }
  const std::size_t first = lines.size() > kMostReasonLines ? lines.size() - kMostReasonLines : 0;
  return fmt::format(
      "{}", fmt::join(lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end(), "; "));
}

std::string signal_text(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("signal {} (SIG{})", signal, name)
                         : fmt::format("signal {}", signal);
}

}  // namespace dps::coordinator
