#include "predictor/datasheets/raw/raw_lines.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include <fmt/format.h>

#include "base/suggestion.h"
#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::datasheets {
namespace {

using machines::FunctionClass;
using text::Range;
using text::range_of;

constexpr std::string_view kProgram = "dps-rawtiming";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// The range without blanks at both ends.
Range trimmed(std::string_view text, Range range) {
  while (!range.empty() && is_blank(text[range.begin])) {
    ++range.begin;
  }
  while (!range.empty() && is_blank(text[range.end - 1])) {
    --range.end;
  }
  return range;
}

std::string unknown_word(std::string_view what, std::string_view word,
                         std::span<const std::string_view> words) {
  const std::vector<std::string> names(words.begin(), words.end());
  return fmt::format("{} is one of {}, got {}{}", what, fmt::join(names, ", "), text::quoted(word),
                     did_you_mean(word, names));
}

}  // namespace

bool RawLines::next(RawFile& header) {
  const std::string_view text = source_.text();
  while (at_ < text.size()) {
    const std::size_t end = std::min(text.find('\n', at_), text.size());
    const Range line = trimmed(text, range_of(at_, end));
    at_ = end + 1;
    if (line.empty()) {
      continue;
    }
    if (text[line.begin] == '#') {
      read_comment(trimmed(text, {line.begin + 1, line.end}), header);
      continue;
    }
    fields_.clear();
    for (std::uint32_t i = line.begin; i < line.end;) {
      const std::uint32_t begin = i;
      while (i < line.end && !is_blank(text[i])) {
        ++i;
      }
      fields_.push_back({begin, i});
      while (i < line.end && is_blank(text[i])) {
        ++i;
      }
    }
    return true;
  }
  return false;
}

void RawLines::read_comment(Range comment, RawFile& header) {
  const std::string_view words = source_.text(comment);
  if (words.starts_with(kProgram)) {
    read_version(comment);
    return;
  }
  const std::size_t colon = words.find(':');
  if (colon == std::string_view::npos) {
    return;
  }
  const auto middle = comment.begin + static_cast<std::uint32_t>(colon);
  read_entry(trimmed(source_.text(), {comment.begin, middle}),
             trimmed(source_.text(), {middle + 1, comment.end}), header);
}

void RawLines::read_version(Range words) {
  const Range version = trimmed(
      source_.text(), {words.begin + static_cast<std::uint32_t>(kProgram.size()), words.end});
  if (source_.text(version) != "1") {
    problems_.error(version.empty() ? words : version,
                    fmt::format("this dps reads version 1 of raw files, got {}",
                                text::quoted(source_.text(version))));
  }
}

void RawLines::read_entry(Range key, Range value, RawFile& header) {
  const std::string_view name = source_.text(key);
  const std::string_view words = source_.text(value);
  if (name == "function") {
    header.function = words;
    if (words != expected_.function) {
      problems_.error(value,
                      fmt::format("by its name, this file belongs to the function {}, got {}",
                                  text::quoted(expected_.function), text::quoted(words)));
    }
  } else if (name == "class") {
    header.function_class = class_named(words);
    if (!header.function_class) {
      problems_.error(value, unknown_word("the class of a function", words, machines::kClassWords));
    }
  } else if (name == "element bytes") {
    const auto bytes = text::read_whole(words, {"the size of an element", 1, kMostElementBytes});
    if (bytes) {
      header.element_bytes = *bytes;
    } else {
      problems_.error(value, bytes.error());
    }
  } else if (name == "ranks") {
    header.ranks = words;
  }
}

std::optional<std::uint64_t> RawLines::count(std::size_t field, const text::WholeNumber& wanted) {
  const auto value = text::read_whole(source_.text(fields_[field]), wanted);
  if (!value) {
    problems_.error(fields_[field], value.error());
    return std::nullopt;
  }
  return *value;
}

std::optional<double> RawLines::seconds(std::size_t field, std::string_view what) {
  const auto value = text::read_real(source_.text(fields_[field]), what);
  if (!value) {
    problems_.error(fields_[field], value.error());
    return std::nullopt;
  }
  if (*value > text::kMaxSeconds) {
    problems_.error(fields_[field], fmt::format("{} must be at most 1e9 s, got {}", what,
                                                text::quoted(source_.text(fields_[field]))));
    return std::nullopt;
  }
  return *value;
}

std::optional<double> RawLines::signed_seconds(std::size_t field, std::string_view what) {
  const std::string_view text = source_.text(fields_[field]);
  if (!text.starts_with('-')) {
    return seconds(field, what);
  }
  const auto size = text::read_real(text.substr(1), what);
  if (!size || *size > text::kMaxSeconds) {
    problems_.error(fields_[field], fmt::format("{} must be a number of at least -1e9 s, got {}",
                                                what, text::quoted(text)));
    return std::nullopt;
  }
  return -*size;
}

std::optional<Stop> RawLines::stop(std::size_t field) {
  const std::string_view word = source_.text(fields_[field]);
  const auto stop = stop_named(word);
  if (!stop) {
    problems_.error(fields_[field], unknown_word("the end of a point", word, stop_names()));
  }
  return stop;
}

}  // namespace dps::datasheets
