#include "predictor/estimator/streams/line_words.h"

#include <algorithm>

#include "base/byte_order_mark.h"

namespace dps::estimator {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

LineWords::LineWords(std::string_view text)
    : text_(text), at_(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) {}

const std::vector<LineWord>& LineWords::next() {
  words_.clear();
  while (words_.empty() && at_ < text_.size()) {
    read_line();
  }
  return words_;
}

void LineWords::read_line() {
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  while (at_ < end && text_[at_] != '#') {
    if (is_blank(text_[at_])) {
      ++at_;
      continue;
    }
    const std::size_t begin = at_;
    while (at_ < end && !is_blank(text_[at_]) && text_[at_] != '#') {
      ++at_;
    }
    words_.push_back({text_.substr(begin, at_ - begin), text::range_of(begin, at_)});
  }
  at_ = end + 1;
}

}  // namespace dps::estimator
