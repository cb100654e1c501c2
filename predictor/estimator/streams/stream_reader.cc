#include "predictor/estimator/streams/stream_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/letter_case.h"
#include "base/suggestion.h"
#include "base/text/problems.h"
#include "base/text/quantities.h"
#include "base/units.h"
#include "predictor/estimator/streams/line_words.h"
#include "predictor/estimator/streams/processor_list.h"

namespace dps::estimator {
namespace {

constexpr std::string_view kFirstWord = "dps-streams";
constexpr std::string_view kVersion = "1";
constexpr const char* kStatements = "send, receive, bsend, breceive, work, wait, repeat, end";

/// A `repeat` that has not ended.
struct Loop {
  std::uint64_t rounds;
  std::size_t begin;  ///< its first instruction
  text::Range at;
};

class Reader {
 public:
  Reader(const SourceText& source, bool wants_places)
      : source_(source.text), wants_places_(wants_places) {}

  StreamsReading read();

 private:
  using Words = std::vector<LineWord>;

  void read_head(const Words& words);
  void read_line(const Words& words);
  void read_processors(const Words& words);
  void begin_section(const Words& words);
  void end_section();
  void read_statement(const Words& words, const std::string& name);
  void read_message(const Words& words, StreamOperation operation);
  void read_work(const Words& words);
  void begin_loop(const Words& words);
  void end_loop(const Words& words);
  void append(const Words& words, const StreamInstruction& instruction);
  [[nodiscard]] bool has_room(std::uint64_t more, text::Range at);
  [[nodiscard]] std::uint64_t listed() const { return std::max<std::size_t>(1, section_.size()); }

  /// True if the line has this number of words behind its first one; else adds the mistake.
  bool has_operands(const Words& words, std::size_t count, std::string_view form);
  void report_unknown(const LineWord& word);

  const text::SourceMap source_;
  text::Problems problems_{source_, text::Repeats::kKept};
  bool wants_places_;
  StreamsReading out_;
  std::optional<std::uint32_t> processors_;
  bool has_head_ = false;
  std::vector<std::optional<text::Range>> listed_at_;  // by processor
  bool in_section_ = false;
  bool is_full_ = false;                  // the section, or the file, is too long
  std::vector<ListedProcessor> section_;  // its processors
  std::vector<Loop> loops_;
  Stream stream_;
  std::vector<text::Range> places_;
  std::uint64_t instructions_ = 0;  // of the processors of all sections before
};

StreamsReading Reader::read() {
  LineWords lines(source_.text());
  for (const Words* words = &lines.next(); !words->empty(); words = &lines.next()) {
    if (!has_head_) {
      read_head(*words);
      has_head_ = true;
    } else {
      read_line(*words);
    }
  }
  end_section();
  if (!has_head_) {
    problems_.error_without_place("the file is empty; its first line must be 'dps-streams 1'");
  } else if (!processors_) {
    problems_.error(text::range_of(source_.text().size(), source_.text().size()),
                    "there is no line 'processors N'");
  }
  out_.diagnostics = problems_.take();
  return std::move(out_);
}

void Reader::read_head(const Words& words) {
  if (lower_case(words[0].text) != kFirstWord) {
    problems_.error(words[0].at,
                    fmt::format("expected 'dps-streams 1', got {}", text::quoted(words[0].text)));
  } else if (has_operands(words, 1, "dps-streams 1") && words[1].text != kVersion) {
    problems_.error(words[1].at, fmt::format("unknown version {}; this dps reads version 1",
                                             text::quoted(words[1].text)));
  }
}

void Reader::read_line(const Words& words) {
  const std::string name = lower_case(words[0].text);
  if (name == "processors") {
    read_processors(words);
  } else if (name == "processor") {
    begin_section(words);
  } else {
    read_statement(words, name);
  }
}

/// Reads the processors. After a mistake, the statements are read as for the largest number.
void Reader::read_processors(const Words& words) {
  if (processors_) {
    problems_.error(words[0].at, "the number of processors is given twice");
    return;
  }
  std::uint64_t count = kMostProcessors;
  if (has_operands(words, 1, "processors N")) {
    const auto read =
        text::read_whole(words[1].text, {"the number of processors", 1, kMostProcessors});
    if (!read) {
      problems_.error(words[1].at, read.error());
    }
    count = read.value_or(count);
  }
  processors_ = static_cast<std::uint32_t>(count);
  listed_at_.resize(count);
  out_.streams.contents.resize(1);
  out_.places.resize(wants_places_ ? 1 : 0);
  out_.streams.content_of.assign(count, 0);
}

void Reader::begin_section(const Words& words) {
  end_section();
  in_section_ = true;
  if (!processors_) {
    problems_.error(words[0].at, "the line 'processors N' must come before this one");
    return;
  }
  if (words.size() < 2) {
    problems_.error(words[0].at, "expected 'processor LIST', such as 'processor 0,2-5'");
    return;
  }
  for (const ListedProcessor& one : read_processor_list(words, *processors_, problems_)) {
    if (auto& first = listed_at_[one.processor]) {
      problems_.error(one.at, fmt::format("processor {} is listed twice", one.processor),
                      {problems_.note(*first, "first listed here")});
    } else {
      first = one.at;
      section_.push_back(one);
    }
  }
}

void Reader::end_section() {
  for (const Loop& loop : loops_) {
    problems_.error(loop.at, "this 'repeat' has no 'end'");
  }
  loops_.clear();
  instructions_ += stream_.size() * listed();
  if (!section_.empty()) {
    for (const ListedProcessor& one : section_) {
      out_.streams.content_of[one.processor] =
          static_cast<std::uint32_t>(out_.streams.contents.size());
    }
    out_.streams.contents.push_back(std::move(stream_));
    if (wants_places_) {
      out_.places.push_back(std::move(places_));
    }
  }
  section_.clear();
  stream_ = {};
  places_ = {};
  is_full_ = false;
}

void Reader::read_statement(const Words& words, const std::string& name) {
  static constexpr std::array kMessages{StreamOperation::kSend, StreamOperation::kReceive,
                                        StreamOperation::kBlockingSend,
                                        StreamOperation::kBlockingReceive};
  if (!in_section_) {
    problems_.error(words[0].at, fmt::format("expected 'processor LIST' before {}",
                                             text::quoted(words[0].text)));
    in_section_ = true;  // once is enough
  }
  const auto message =
      std::find_if(kMessages.begin(), kMessages.end(),
                   [&](StreamOperation operation) { return name == name_of(operation); });
  if (message != kMessages.end()) {
    read_message(words, *message);
  } else if (name == "work") {
    read_work(words);
  } else if (name == "wait") {
    if (has_operands(words, 0, "wait")) {
      append(words, StreamInstruction::wait());
    }
  } else if (name == "repeat") {
    begin_loop(words);
  } else if (name == "end") {
    end_loop(words);
  } else {
    report_unknown(words[0]);
  }
}

void Reader::report_unknown(const LineWord& word) {
  static const std::vector<std::string> known{"send", "receive", "bsend", "breceive", "work",
                                              "wait", "repeat",  "end",   "processor"};
  const std::string hint = did_you_mean(lower_case(word.text), known);
  problems_.error(
      word.at, fmt::format("unknown statement {}{}", text::quoted(word.text),
                           hint.empty() ? fmt::format("; statements are {}", kStatements) : hint));
}

bool Reader::has_operands(const Words& words, std::size_t count, std::string_view form) {
  if (words.size() == count + 1) {
    return true;
  }
  if (words.size() < count + 1) {
    problems_.error({words.front().at.begin, words.back().at.end},
                    fmt::format("expected '{}'", form));
  } else {
    problems_.error({words[count + 1].at.begin, words.back().at.end},
                    fmt::format("expected the end of the line after '{}', got {}", form,
                                text::quoted(words[count + 1].text)));
  }
  return false;
}

void Reader::read_message(const Words& words, StreamOperation operation) {
  if (!has_operands(words, 2, fmt::format("{} PROCESSOR WORDS", name_of(operation)))) {
    return;
  }
  const auto processor = text::read_whole(words[1].text, {"a processor"});
  if (!processor) {
    problems_.error(words[1].at, processor.error());
  } else if (processors_ && *processor >= *processors_) {
    problems_.error(words[1].at, fmt::format("there is no processor {}: the last one is {}",
                                             text::quoted(words[1].text), *processors_ - 1));
  }
  const auto count = text::read_whole(words[2].text, {"the number of words", 0, kMostWords});
  if (!count) {
    problems_.error(words[2].at, count.error());
  }
  if (processor && count && *processor < kMostProcessors) {
    append(words,
           StreamInstruction::message(operation, static_cast<std::uint32_t>(*processor), *count));
  }
}

void Reader::read_work(const Words& words) {
  if (!has_operands(words, 1, "work MULTIPLIES")) {
    return;
  }
  const auto multiplies = text::read_real(words[1].text, "the number of multiplies");
  if (!multiplies) {
    problems_.error(words[1].at, multiplies.error());
    return;
  }
  append(words, StreamInstruction::work(*multiplies));
}

void Reader::begin_loop(const Words& words) {
  const auto rounds = has_operands(words, 1, "repeat COUNT")
                          ? text::read_whole(words[1].text, {"the count of 'repeat'"})
                          : text::Checked<std::uint64_t>(0);
  if (!rounds) {
    problems_.error(words[1].at, rounds.error());
  }
  loops_.push_back({rounds.value_or(0), stream_.size(), words[0].at});
  if (loops_.size() == kMostNesting + 1) {
    problems_.error(words[0].at, fmt::format("more than {} nested 'repeat'", kMostNesting));
  }
}

void Reader::end_loop(const Words& words) {
  has_operands(words, 0, "end");
  if (loops_.empty()) {
    problems_.error(words[0].at, "this 'end' has no 'repeat'");
    return;
  }
  const Loop loop = loops_.back();
  loops_.pop_back();
  const std::size_t size = stream_.size() - loop.begin;
  if (loop.rounds == 0) {
    stream_.resize(loop.begin);
    places_.resize(std::min(places_.size(), loop.begin));
    return;
  }
  const std::uint64_t more = size == 0 ? 0 : loop.rounds - 1;
  if (more > kMostInstructions || !has_room(more * size, loop.at)) {
    static_cast<void>(has_room(kMostInstructions, loop.at));
    return;
  }
  stream_.reserve(stream_.size() + more * size);
  for (std::uint64_t i = 0; i < more * size; ++i) {
    stream_.push_back(stream_[loop.begin + i]);
  }
  for (std::uint64_t i = 0; wants_places_ && i < more * size; ++i) {
    places_.push_back(places_[loop.begin + i]);
  }
}

/// Returns true if the stream may grow; reports a stream that is too long once.
bool Reader::has_room(std::uint64_t more, text::Range at) {
  const std::uint64_t size = stream_.size() + more;
  const bool fits = size <= kMostInstructions && instructions_ + size * listed() <= kMostOfAll;
  if (!fits && !is_full_) {
    problems_.error(at, size > kMostInstructions
                            ? fmt::format("more than {} instructions of a processor",
                                          format_count(kMostInstructions))
                            : fmt::format("more than {} instructions of all processors",
                                          format_count(kMostOfAll)));
    is_full_ = true;
  }
  return fits;
}

void Reader::append(const Words& words, const StreamInstruction& instruction) {
  if (is_full_ || !has_room(1, words[0].at)) {
    return;
  }
  stream_.push_back(instruction);
  if (wants_places_) {
    places_.push_back({words.front().at.begin, words.back().at.end});
  }
}

}  // namespace

bool is_streams_file(std::string_view text) {
  LineWords lines(text);
  const std::vector<LineWord>& words = lines.next();
  return !words.empty() && lower_case(words[0].text) == kFirstWord;
}

StreamsReading read_streams(const SourceText& source, bool wants_places) {
  return Reader(source, wants_places).read();
}

}  // namespace dps::estimator
