#include "profiles/surfaces/phase_text.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "base/text/value_list.h"

namespace dps::surfaces {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// The point of the lines that follow its head.
struct Block {
  double processes = 0;
  double data = 0;
  bool is_wrong = false;  ///< its lines have no point
  std::map<std::string, text::Range, std::less<>> phases{};
};

/// Reads the text line by line.
class PhaseReader {
 public:
  explicit PhaseReader(std::string_view text) : source_(text), problems_(source_) {}

  PhaseText read() {
    const std::string_view text = source_.text();
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      read_line(words_of(begin, end));
      begin = end + 1;
    }
    return {std::move(samples_), problems_.take()};
  }

 private:
  using Words = std::vector<text::Range>;

  [[nodiscard]] Words words_of(std::size_t begin, std::size_t end) const;
  void read_line(const Words& words);
  void read_head(const Words& words);
  void read_time(const Words& words);
  std::optional<double> number(text::Range place, double least, std::string_view what);

  text::SourceMap source_;
  text::Problems problems_;
  std::optional<Block> block_;
  std::vector<Sample> samples_;
};

PhaseReader::Words PhaseReader::words_of(std::size_t begin, std::size_t end) const {
  const std::string_view line = source_.text().substr(0, end);
  Words words;
  while (true) {
    const std::size_t first = line.find_first_not_of(kBlanks, begin);
    if (first == std::string_view::npos) {
      return words;
    }
    const bool is_mark = words.empty() && (line[first] == '#' || line[first] == '*');
    begin = is_mark ? first + 1 : std::min(line.find_first_of(kBlanks, first), end);
    words.push_back(text::range_of(first, begin));
  }
}

void PhaseReader::read_line(const Words& words) {
  if (words.empty()) {
    return;
  }
  const std::string_view first = source_.text(words[0]);
  if (first == "#" || first == "*") {
    read_head(words);
  } else {
    read_time(words);
  }
}

void PhaseReader::read_head(const Words& words) {
  block_.emplace();
  if (words.size() != 3) {
    block_->is_wrong = true;
    problems_.error(text::Range{words.front().begin, words.back().end},
                    "expected '# PROCESSES DATA', such as '# 8 1000'");
    return;
  }
  const auto processes = number(words[1], 1, "a number of processes");
  const auto data = number(words[2], 0, "a size of data");
  block_->is_wrong = !processes || !data;
  block_->processes = processes.value_or(0);
  block_->data = data.value_or(0);
}

void PhaseReader::read_time(const Words& words) {
  if (words.size() != 2) {
    problems_.error(text::Range{words.front().begin, words.back().end},
                    "expected 'PHASE SECONDS' or '# PROCESSES DATA'");
    return;
  }
  const auto seconds = number(words[1], 0, "a time in seconds");
  if (!block_) {
    problems_.error(words[0], "a time without a point: '# PROCESSES DATA' is missing before it");
    return;
  }
  const std::string phase(source_.text(words[0]));
  const auto [known, is_new] = block_->phases.emplace(phase, words[0]);
  if (!is_new) {
    problems_.error(words[0], fmt::format("{} occurs twice at this point", text::quoted(phase)),
                    {problems_.note(known->second, "first here")});
    return;
  }
  if (seconds && !block_->is_wrong) {
    samples_.push_back({phase, block_->processes, block_->data, *seconds});
  }
}

std::optional<double> PhaseReader::number(text::Range place, double least, std::string_view what) {
  const auto value = text::read_number(source_.text(place));
  if (value && *value >= least) {
    return value;
  }
  problems_.error(place, fmt::format("expected {}{}, got {}", what,
                                     value ? fmt::format(", at least {}", least) : "",
                                     text::quoted(source_.text(place))));
  return std::nullopt;
}

}  // namespace

PhaseText read_phase_text(std::string_view text) {
  return PhaseReader(text).read();
}

}  // namespace dps::surfaces
