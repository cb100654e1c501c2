#include "base/text/source_map.h"

#include <algorithm>

namespace dps::text {

SourceMap::SourceMap(std::string_view text) : text_(text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) {
    line_starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

Span SourceMap::span(Range range) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), range.begin);
  const std::uint32_t start = *std::prev(after);
  const std::uint32_t line_end =
      after == line_starts_.end() ? static_cast<std::uint32_t>(text_.size()) : *after - 1;
  const std::uint32_t end = std::max(range.begin, std::min(range.end, line_end));
  return Span{static_cast<std::uint32_t>(after - line_starts_.begin()), range.begin - start + 1,
              end - range.begin};
}

Range SourceMap::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) {
    return range_of(text_.size(), text_.size());
  }
  const std::uint32_t begin = line_starts_[number - 1];
  return range_of(begin, number == line_starts_.size() ? text_.size() : line_starts_[number] - 1);
}

}  // namespace dps::text
