#include "predictor/machines/kinds/parasol/file/reading.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/file/expression/numbers.h"

namespace dps::parasol {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

BlockPlace Reading::read_block(std::string_view name, text::Range head, SectionReader& section) {
  const std::string_view written = written_.empty() ? name : std::exchange(written_, {});
  open_.push_back({name, written, head, &section});
  BlockPlace block;
  cursor_.expect_end_of_statement();
  while (read_statement(section, block) == Ending::kOpen) {
  }
  block.whole.begin = head.begin;
  block.whole.end = block.whole.end == 0 ? cursor_.last_end() : block.whole.end;
  open_.pop_back();
  return block;
}

Reading::Ending Reading::read_statement(SectionReader& section, BlockPlace& block) {
  while (cursor_.token().kind == ParasolTokenKind::kNewLine) {
    cursor_.take();
  }
  const ParasolToken first = cursor_.token();
  if (first.kind == ParasolTokenKind::kEnd) {
    block.end = first.place.begin;
    report_missing_end(first.place);
    return Ending::kMissing;
  }
  if (first.kind != ParasolTokenKind::kWord) {
    cursor_.report_unexpected("a field, 'begin' or 'end'");
    cursor_.skip_statement();
    return Ending::kOpen;
  }
  if (cursor_.text() == "end") {
    return read_end(first, block);
  }
  if (cursor_.text() == "begin") {
    const Ending ending = read_begin(first, section);
    block.end = first.place.begin;
    return ending;
  }
  if (!section.read_field(first)) {
    report_unknown_field(first, section);
    cursor_.skip_statement();
  }
  return Ending::kOpen;
}

// --- begin and end ------------------------------------------------------------------------------

bool Reading::is_open_outside(std::string_view name) const {
  return std::any_of(open_.begin(), open_.end() - 1,
                     [&](const Open& one) { return one.name == name || one.written == name; });
}

bool Reading::is_of_outer_section(std::string_view name) const {
  return std::any_of(open_.begin(), open_.end() - 1,
                     [&](const Open& one) { return contains(one.reader->section_names(), name); });
}

void Reading::report_missing_end(text::Range place) {
  const Open& open = open_.back();
  const std::string text = fmt::format("there is no 'end {}'", open.name);
  const Note begin = cursor_.problems().note(open.head, "it begins here");
  if (open.name == "machine") {
    cursor_.problems().warning(place, text, {begin});
  } else {
    cursor_.error(place, text, {begin});
  }
}

Reading::Ending Reading::read_end(const ParasolToken& end, BlockPlace& block) {
  block.end = end.place.begin;
  cursor_.take();
  const Open& open = open_.back();
  const ParasolToken name = cursor_.token();
  if (name.kind != ParasolTokenKind::kWord) {
    cursor_.report_unexpected(fmt::format("'{}' after 'end'", open.name));
    cursor_.skip_statement();
    return Ending::kClosed;
  }
  const std::string_view word = cursor_.text();
  if (word != open.name && word != open.written) {
    const text::Range place = text::range_of(end.place.begin, name.place.end);
    if (is_open_outside(word)) {
      report_missing_end(place);
      cursor_.rewind(end);
      return Ending::kMissing;
    }
    cursor_.error(place,
                  fmt::format("expected 'end {}', got {}", open.name,
                              text::quoted("end " + std::string(word))),
                  {cursor_.problems().note(open.head, "it begins here")});
  }
  cursor_.take();
  block.whole.end = cursor_.last_end();
  if (open_.size() > 1) {
    cursor_.expect_end_of_statement();
  }
  return Ending::kClosed;
}

Reading::Ending Reading::read_begin(const ParasolToken& begin, SectionReader& section) {
  cursor_.take();
  const ParasolToken word = cursor_.token();
  if (word.kind != ParasolTokenKind::kWord) {
    cursor_.report_unexpected("the name of a section after 'begin'");
    cursor_.skip_statement();
    skip_section();
    return Ending::kOpen;
  }
  const std::string_view name = cursor_.text();
  const text::Range head = text::range_of(begin.place.begin, word.place.end);
  if (contains(section.section_names(), name)) {
    cursor_.take();
    section.read_section(name, head);
    return Ending::kOpen;
  }
  if (is_of_outer_section(name)) {
    report_missing_end(head);
    cursor_.rewind(begin);
    return Ending::kMissing;
  }
  cursor_.take();
  read_unknown_section(word, head, section);
  return Ending::kOpen;
}

/// Reports the section, and reads it as the section with the most similar name, or skips it.
void Reading::read_unknown_section(const ParasolToken& word, text::Range head,
                                   SectionReader& section) {
  const auto names = section.section_names();
  const std::string_view name = cursor_.text(word.place);
  cursor_.error(word.place,
                fmt::format("unknown section {} in '{}'{}", text::quoted(name), open_.back().name,
                            cursor_.suggestions().did_you_mean(name, names)));
  const auto near = nearest(name, names);
  if (!near) {
    cursor_.skip_statement();
    skip_section();
    return;
  }
  written_ = name;
  section.read_section(*std::find(names.begin(), names.end(), *near), head);
}

/// Skips statements up to the `end` of a section that has begun.
void Reading::skip_section() {
  for (std::size_t depth = 1; depth > 0 && cursor_.token().kind != ParasolTokenKind::kEnd;) {
    if (cursor_.token().kind == ParasolTokenKind::kWord) {
      depth += cursor_.text() == "begin" ? 1U : 0U;
      depth -= cursor_.text() == "end" ? 1U : 0U;
    }
    cursor_.skip_statement();
  }
}

void Reading::report_unknown_field(const ParasolToken& word, SectionReader& section) {
  const std::string_view name = cursor_.text(word.place);
  cursor_.error(word.place,
                fmt::format("unknown field {} in '{}'{}", text::quoted(name), open_.back().name,
                            cursor_.suggestions().did_you_mean(name, section.field_names())));
}

// --- fields -------------------------------------------------------------------------------------

/// Reads '=', a value by `read`, and the end of the statement. Skips a statement with an error.
template <typename Read>
auto Reading::field(Read read) -> decltype(read()) {
  cursor_.take();  // the name
  if (!cursor_.expect_sign("=")) {
    cursor_.skip_statement();
    return std::nullopt;
  }
  auto value = read();
  if (!value) {
    cursor_.skip_statement();
    return std::nullopt;
  }
  return cursor_.expect_end_of_statement() ? std::move(value) : std::nullopt;
}

std::optional<Located<std::uint64_t>> Reading::whole_field() {
  return field([&]() -> std::optional<Located<std::uint64_t>> {
    const text::Range place = cursor_.token().place;
    const auto value = cursor_.expect_whole("a whole number");
    return value ? std::optional(Located<std::uint64_t>{*value, place}) : std::nullopt;
  });
}

std::optional<Located<std::string>> Reading::text_field() {
  return field([&]() -> std::optional<Located<std::string>> {
    if (cursor_.token().kind != ParasolTokenKind::kString) {
      cursor_.report_unexpected("a text in '\"'");
      return std::nullopt;
    }
    const text::Range place = cursor_.take().place;
    const std::string_view written = cursor_.text(place);
    return Located<std::string>{std::string(written.substr(1, written.size() - 2)), place};
  });
}

std::optional<Located<std::vector<std::uint64_t>>> Reading::wholes_field() {
  return field([&]() -> std::optional<Located<std::vector<std::uint64_t>>> {
    Located<std::vector<std::uint64_t>> values{{}, cursor_.token().place};
    do {
      const auto value = cursor_.expect_whole("a whole number");
      if (!value) {
        return std::nullopt;
      }
      values.value.push_back(*value);
    } while (!cursor_.is_at_end_of_statement());
    values.place.end = cursor_.last_end();
    return values;
  });
}

/// Reads a number with an optional sign, which makes it wrong.
std::optional<double> Reading::sample(double most, std::string_view what) {
  const text::Range first = cursor_.token().place;
  const bool is_negative = cursor_.is_sign("-");
  if (is_negative) {
    cursor_.take();
  }
  const ParasolToken number = cursor_.token();
  if (number.kind != ParasolTokenKind::kWhole && number.kind != ParasolTokenKind::kReal) {
    cursor_.report_unexpected("a number");
    return std::nullopt;
  }
  const auto value = real_value(cursor_.text());
  cursor_.take();
  const text::Range place = text::range_of(first.begin, number.place.end);
  if (is_negative) {
    cursor_.error(place, fmt::format("{} is negative", what));
  } else if (!value || *value > most) {
    cursor_.error(place, most == kMostSeconds ? fmt::format("{} is at most 18 seconds", what)
                                              : fmt::format("{} is too large", what));
  } else {
    return value;
  }
  return 0;
}

std::optional<Located<Timing>> Reading::timing_field(double most) {
  return field([&]() -> std::optional<Located<Timing>> {
    const std::uint32_t begin = cursor_.token().place.begin;
    const auto mean = sample(most, most == kMostSeconds ? "a time" : "a value");
    if (!mean) {
      return std::nullopt;
    }
    Timing timing{*mean, {}};
    if (!cursor_.is_at_end_of_statement()) {
      timing.deviation = sample(most, "a standard deviation");
      if (!timing.deviation) {
        return std::nullopt;
      }
    }
    return Located<Timing>{timing, text::range_of(begin, cursor_.last_end())};
  });
}

std::optional<Reading::Entry> Reading::entry_field() {
  cursor_.take();
  const bool opens = cursor_.expect_sign("[");
  const text::Range index_place = cursor_.token().place;
  const auto index = opens ? cursor_.expect_whole("the number of a processor") : std::nullopt;
  if (!index || !cursor_.expect_sign("]") || !cursor_.expect_sign("=")) {
    cursor_.skip_statement();
    return std::nullopt;
  }
  const text::Range place = cursor_.token().place;
  const auto value = cursor_.expect_whole("a whole number");
  if (!value) {
    cursor_.skip_statement();
    return std::nullopt;
  }
  if (!cursor_.expect_end_of_statement()) {
    return std::nullopt;
  }
  return Entry{{*index, index_place}, {*value, place}};
}

void Reading::define(text::Range& seen, text::Range place, std::string_view what) {
  if (!seen.empty()) {
    cursor_.problems().warning(
        place, fmt::format("'{}' is defined twice; the last definition counts", what),
        {cursor_.problems().note(seen, "first defined here")});
  }
  seen = place;
}

}  // namespace dps::parasol
