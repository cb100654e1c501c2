#include "profiles/traces/states/state_lines_scanner.h"

#include <algorithm>

#include "base/text/scanner.h"

namespace dps::traces {

void StateLineScanner::skip_to_line_end() {
  at_ = std::min(text_.find('\n', at_), text_.size());
}

const std::vector<text::Range>* StateLineScanner::next() {
  words_.clear();
  while (at_ < text_.size()) {
    const char c = text_[at_];
    const std::size_t continuation = text::continuation_length(text_, at_);
    if (c == '\n') {
      ++at_;
      if (!words_.empty()) {
        return &words_;
      }
    } else if (continuation > 0) {
      at_ += continuation;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (text_.substr(at_).starts_with("//")) {
      skip_to_line_end();
    } else {
      const std::size_t begin = at_;
      while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) == text_.npos &&
             text::continuation_length(text_, at_) == 0) {
        ++at_;
      }
      words_.push_back(text::range_of(begin, at_));
    }
  }
  return words_.empty() ? nullptr : &words_;
}

}  // namespace dps::traces
