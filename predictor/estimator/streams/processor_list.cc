#include "predictor/estimator/streams/processor_list.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/text/quantities.h"
#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {
namespace {

/// An item of the list, such as "1-3", with its place.
class ListItem {
 public:
  ListItem(const LineWord& word, std::size_t begin, std::size_t end)
      : text_(word.text.substr(begin, end - begin)),
        at_(text::range_of(word.at.begin + begin, word.at.begin + end)) {}

  void add_to(std::vector<ListedProcessor>& list, std::uint32_t processors,
              text::Problems& problems) const {
    const std::size_t dash = text_.find('-', 1);
    const auto first = number(text_.substr(0, dash), processors, problems);
    const auto last = dash == std::string_view::npos
                          ? first
                          : number(text_.substr(dash + 1), processors, problems);
    if (!first || !last) {
      return;
    }
    if (*last < *first) {
      problems.error(at_, fmt::format("the range {} is empty: {} is less than {}",
                                      text::quoted(text_), *last, *first));
      return;
    }
    for (std::uint32_t processor = *first; processor <= *last; ++processor) {
      list.push_back({processor, at_});
    }
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> number(std::string_view digits,
                                                    std::uint32_t processors,
                                                    text::Problems& problems) const {
    const auto read = text::read_whole(digits, {"a processor"});
    if (!read) {
      problems.error(at_, read.error());
      return std::nullopt;
    }
    if (*read >= processors) {
      problems.error(at_, fmt::format("there is no processor {}: the last one is {}",
                                      text::quoted(digits), processors - 1));
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(*read);
  }

  std::string_view text_;
  text::Range at_;
};

}  // namespace

std::vector<ListedProcessor> read_processor_list(const std::vector<LineWord>& words,
                                                 std::uint32_t processors,
                                                 text::Problems& problems) {
  std::vector<ListedProcessor> list;
  for (std::size_t w = 1; w < words.size(); ++w) {
    const LineWord& word = words[w];
    bool has_comma = w == 1 || words[w - 1].text.ends_with(',') || word.text.starts_with(',');
    if (!has_comma) {
      problems.error(word.at, fmt::format("expected a comma before {}: processors are a list such "
                                          "as 0,2-5",
                                          text::quoted(word.text)));
    }
    for (std::size_t begin = 0; begin < word.text.size();) {
      const std::size_t end = std::min(word.text.find(',', begin), word.text.size());
      if (end > begin) {
        ListItem(word, begin, end).add_to(list, processors, problems);
      } else if (begin > 0 || w == 1) {
        problems.error(word.at,
                       fmt::format("a processor is missing in {}", text::quoted(word.text)));
      }
      begin = end + 1;
    }
  }
  return list;
}

}  // namespace dps::estimator
