#include "blueprint/reading/line_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/expression/variate.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "base/units.h"
#include "blueprint/limits.h"

namespace dps::blueprint {
namespace {

/// The error about a 1 with a unit, such as '1mss', with the braces that the file has instead of
/// the 1: '{exponential(0.1)}mss'.
std::string quoting(std::string_view braces, std::string error) {
  constexpr std::string_view kOne = "'1";
  const std::string instead = "'" + printable(braces);
  for (std::size_t at = error.find(kOne); at != std::string::npos;
       at = error.find(kOne, at + instead.size())) {
    error.replace(at, kOne.size(), instead);
  }
  return error;
}

}  // namespace

void LineReader::set_clone(const std::optional<Clone>& clone) {
  clone_ = clone;
  values_.self = clone ? clone->self : 0;
  values_.count = clone ? clone->count : 0;
}

void LineReader::name_clone_in_errors(bool depends_on_clone) {
  names_clone_ = depends_on_clone;
  update_subject();
}

void LineReader::set_step(std::optional<std::uint32_t> step) {
  step_ = step;
  values_.step = step.value_or(0);
  update_subject();
}

void LineReader::update_subject() {
  text::Subject subject{{}, 0, step_, receiver_};
  if (clone_ && names_clone_) {
    subject.process = text::CloneName{clone_->ptag, clone_->self};
    subject.number = index(clone_->process);
  }
  problems_.set_subject(subject);
}

bool LineReader::fail(text::Range place, const std::string& text) {
  if (!text.empty()) {  // empty: reported elsewhere
    problems_.error(place, text);
  }
  return false;
}

std::optional<FieldText> LineReader::word(const Template& text) {
  expression::Filled filled = templates_.fill(text, values_);
  if (filled.text) {
    return FieldText{std::move(*filled.text), filled.place, !text.is_composed(), text.is_quoted};
  }
  if (filled.mistake) {
    problems_.error(filled.mistake->place, filled.mistake->text);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> LineReader::whole(const Template& text,
                                               const text::WholeNumber& wanted, ReadWhole read) {
  const auto filled = word(text);
  if (!filled) {
    return std::nullopt;
  }
  auto value = read(filled->text, wanted);
  if (!value && !filled->is_literal && filled->text.find('.') != std::string::npos) {
    value.error() += "; use floor, ceil or round";
  }
  return checked(std::move(value), *filled);
}

std::optional<std::string> LineReader::mtag(const Template& text) {
  auto filled = word(text);
  if (!filled) {
    return std::nullopt;
  }
  if (const auto refused = refuse_tag(filled->text, "mtag")) {
    fail(filled->place, *refused);
    return std::nullopt;
  }
  return std::move(filled->text);
}

std::optional<std::uint32_t> LineReader::definition(const Template& text, Section section) {
  const auto filled = word(text);
  return filled ? tags_.lookup(section, filled->text, filled->place) : std::nullopt;
}

std::optional<std::vector<CountedTag>> LineReader::read_input(const WrittenInput& line,
                                                              ProgramBuilder& builder) {
  std::vector<CountedTag> pairs;
  std::unordered_set<std::string> seen;
  bool ok = true;
  for (const WrittenInput::Pair& pair : line.pairs) {
    const bool may_be_zero = pair.count.is_composed();
    const auto count = whole(pair.count, {"a count", may_be_zero ? 0U : 1U, text::kMaxCount});
    const auto of = pair.of ? whole(*pair.of, {"the n of k/n", 0, text::kMaxCount}) : count;
    const auto tag = mtag(pair.mtag);
    if (!tag || !count || !of) {
      ok = false;
      continue;
    }
    if (*count > *of) {
      ok =
          fail(pair.of->place, fmt::format("a quorum of {} needs at least as many messages, got {}",
                                           format_count(*count), format_count(*of)));
    }
    if (!seen.insert(*tag).second) {
      ok = fail(pair.mtag.place,
                fmt::format("mtag {} appears twice in this collection", text::quoted(*tag)));
    }
    const MessageId mid = builder.awaited(*tag, templates_.source().span(pair.mtag.place));
    if (*count > 0) {
      pairs.push_back({mid, *count, *of});
    }
  }
  return ok ? std::optional(std::move(pairs)) : std::nullopt;
}

std::optional<expression::ValueRange> LineReader::varying(const Template& text, Variate& variate,
                                                          const ReadNumber& read) {
  const auto number = templates_.varying_number(text);
  if (!number) {
    fail(text.place, "a value that varies must be one '{...}', with its unit after it");
    return std::nullopt;
  }
  const auto as_text = [&](const std::string& digits) {
    return FieldText{digits + std::string(number->unit), text.place, false, text.is_quoted};
  };
  auto code = expression::resolved(number->expression, values_);
  auto one = read(as_text("1"));
  if (!one) {
    const std::string_view written = templates_.source().text(text.place);
    one.error() = quoting(written.substr(0, written.find_last_of('}') + 1), std::move(one.error()));
  }
  const auto unit = code ? checked(std::move(one), as_text("1")) : std::nullopt;
  if (!unit) {
    return std::nullopt;
  }
  expression::scale(*code, *unit);
  const auto range = expression::range_of(*code);
  if (!range) {
    fail(range.error().place, range.error().text);
    return std::nullopt;
  }
  const auto largest = as_text(expression::number_text(std::max(range->high / *unit, 0.0)));
  if (!checked(read(largest), largest)) {
    return std::nullopt;
  }
  expression::remove_places(*code);
  variate = std::move(*code);
  return *range;
}

std::optional<double> LineReader::mean(const Template& text, Variate& variate,
                                       const ReadNumber& read) {
  if (!templates_.varies(text)) {
    const auto filled = word(text);
    return filled ? checked(read(*filled), *filled) : std::nullopt;
  }
  const auto range = varying(text, variate, read);
  return range ? std::optional(expression::mean_of(variate, *range)) : std::nullopt;
}

std::optional<double> LineReader::time(const Template& text, std::string_view what,
                                       Variate& variate) {
  return mean(text, variate,
              [&](const FieldText& word) { return text::read_seconds(word.text, what); });
}

bool LineReader::read_amount(const WrittenComputation& line, EvaluatedComputation& out) {
  const auto work = [](const FieldText& word) {
    return text::read_real(word.text, "an amount of work");
  };
  const auto amount = line.kind == ComputationKind::kWork
                          ? mean(*line.amount, out.variates.first, work)
                          : time(*line.amount, "a time", out.variates.first);
  out.computation.amount = amount.value_or(0);
  return amount.has_value();
}

std::optional<EvaluatedComputation> LineReader::read_computation(const WrittenComputation& line) {
  EvaluatedComputation out{};
  out.computation.kind = line.kind;
  bool ok = true;
  if (line.amount) {
    ok &= line.kind == ComputationKind::kOps ? read_operations(line, out) : read_amount(line, out);
  }
  for (const Template& text : line.words) {
    auto filled = word(text);
    ok &= filled.has_value();
    if (filled && out.words.empty() && filled->text.empty()) {
      ok = fail(filled->place, "the name is empty");
    }
    out.words.push_back(filled ? std::move(filled->text) : "");
  }
  if (line.cost) {
    out.computation.cost = time(*line.cost, "a cost", out.variates.second);
    ok &= out.computation.cost.has_value();
  }
  return ok ? std::optional(std::move(out)) : std::nullopt;
}

bool LineReader::is_keyword(const Template& text, std::string_view keyword) const {
  return !text.is_quoted && !text.is_composed() && templates_.source().text(text.place) == keyword;
}

EvaluatedFunctionality LineReader::read_functionality(const WrittenFunctionality& line) {
  EvaluatedFunctionality out;
  const auto collection = word(line.collection);
  if (!collection) {
    out.is_whole = false;
  } else if (collection->text != "NULL" || collection->is_quoted) {
    const auto found = tags_.lookup(Section::kInput, collection->text, collection->place);
    out.is_whole = found.has_value();
    out.collection = found.value_or(kNone);
  }
  read_definitions(line.computations, Section::kComputation, out.is_whole, out.computations);
  read_definitions(line.outputs, Section::kOutput, out.is_whole, out.outputs);
  read_nexts(line, out);
  return out;
}

/// Evaluates a list of ctags or otags; NULL is the empty list.
void LineReader::read_definitions(const std::vector<Template>& tags, Section section,
                                  bool& is_whole, std::vector<std::uint32_t>& out) {
  for (const Template& text : tags) {
    const auto filled = word(text);
    if (!filled) {
      is_whole = false;
      continue;
    }
    if (filled->text == "NULL" && !filled->is_quoted) {
      is_whole &= tags.size() == 1 ||
                  fail(filled->place,
                       fmt::format("NULL cannot be part of a list of {}s", tag_kind(section)));
      continue;
    }
    const auto found = tags_.lookup(section, filled->text, filled->place);
    is_whole &= found.has_value();
    if (found) {
      out.push_back(*found);
    }
  }
}

void LineReader::read_nexts(const WrittenFunctionality& line, EvaluatedFunctionality& out) {
  const auto first = next(line.next, !line.firings);
  const auto firings = line.firings ? whole(*line.firings, {"the K of a*K,b", 1, text::kMaxCount})
                                    : std::optional<std::uint64_t>(1);
  const auto then = line.then ? next(*line.then, true) : std::nullopt;
  if (!first || !firings || (line.then && !then)) {
    out.is_whole = false;
    return;
  }
  out.nexts.push_back({first->target, *firings, first->place});
  if (then) {
    out.nexts.push_back(*then);
  }
}

std::optional<EvaluatedNext> LineReader::next(const Template& text, bool may_complete) {
  const auto filled = word(text);
  if (!filled) {
    return std::nullopt;
  }
  if (filled->text == "SAME" && !filled->is_quoted) {
    return EvaluatedNext{kNextSame, 1, filled->place};
  }
  if (filled->text == "NULL" && !filled->is_quoted) {
    if (!may_complete) {
      fail(filled->place, "NULL completes the process, so nothing can follow it");
      return std::nullopt;
    }
    return EvaluatedNext{kNextComplete, 1, filled->place};
  }
  const auto unit = tags_.lookup(Section::kUnit, filled->text, filled->place);
  return unit ? std::optional(EvaluatedNext{*unit, 1, filled->place}) : std::nullopt;
}

TagList LineReader::read_tags(const std::vector<Template>& tags, Section section) {
  TagList out;
  std::unordered_set<std::uint32_t> seen;
  for (const Template& text : tags) {
    const auto found = definition(text, section);
    if (!found) {
      out.is_whole = false;
    } else if (seen.insert(*found).second) {
      out.definitions.push_back(*found);
    } else {
      out.is_whole =
          fail(text.place, fmt::format("{} {} appears twice in this line", tag_kind(section),
                                       text::quoted(templates_.source().text(text.place))));
    }
  }
  return out;
}

EvaluatedUnit LineReader::read_unit(const WrittenUnit& line) {
  EvaluatedUnit out;
  out.functionalities = read_tags(line.functionalities(), Section::kFunctionality);
  const bool has_choice = std::ranges::any_of(
      line.choices, [](const auto& choice) { return choice.functionalities.size() > 1; });
  std::uint32_t number = 0;
  for (const WrittenUnit::Choice& choice : line.choices) {
    if (has_choice && !read_weights(choice, number++, out.alternatives)) {
      out.functionalities.is_whole = false;
    }
  }
  return out;
}

bool LineReader::read_weights(const WrittenUnit::Choice& choice, std::uint32_t number,
                              std::vector<Alternative>& out) {
  double sum = 0;
  bool ok = true;
  for (const std::optional<Template>& text : choice.weights) {
    const auto value = text ? weight(*text) : std::optional(1.0);
    ok &= value.has_value();
    sum += value.value_or(0);
    out.push_back({number, sum});
  }
  return ok && (sum > 0 || fail(choice.place, "all weights of this choice are 0"));
}

std::optional<double> LineReader::weight(const Template& text) {
  const auto filled = word(text);
  const auto value =
      filled ? checked(text::read_real(filled->text, "a weight"), *filled) : std::nullopt;
  if (value && *value > kMaxWeight) {
    fail(text.place,
         fmt::format("a weight must be at most 1e15, got {}", text::quoted(filled->text)));
    return std::nullopt;
  }
  return value;
}

void LineReader::enter_types(const WrittenLine& line, ProgramBuilder& builder) const {
  const auto enter = [&](const Template& text, bool is_awaited) {
    const expression::Filled filled = text.dependence == Dependence::kNothing
                                          ? templates_.fill(text, values_)
                                          : expression::Filled{};
    if (!filled.text || refuse_tag(*filled.text, "mtag")) {
      return;  // reported when the line is evaluated
    }
    const Span place = templates_.source().span(text.place);
    is_awaited ? builder.awaited(*filled.text, place) : builder.sent(*filled.text, place);
  };
  if (const auto* input = std::get_if<WrittenInput>(&line.body)) {
    for (const WrittenInput::Pair& pair : input->pairs) {
      enter(pair.mtag, true);
    }
  } else if (const auto* output = std::get_if<WrittenOutput>(&line.body)) {
    if (const auto& tag = output->argument(OutputFlag::kTag)) {
      enter(*tag, false);
    } else {
      builder.sent(std::string(kDefaultMtag), templates_.source().span(line.tag.place));
    }
  }
}

}  // namespace dps::blueprint
