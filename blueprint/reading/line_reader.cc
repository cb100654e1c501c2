#include "blueprint/reading/line_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/expression/variate.h"
#include "base/suggestion.h"
#include "base/units.h"

namespace dps::blueprint {
namespace {

constexpr std::string_view kDefaultMtag = "0";  // Source: DPS paper, figure 6

}  // namespace

void LineReader::set_clone(const std::optional<Clone>& clone) {
  clone_ = clone;
  values_.self = clone ? clone->self : 0;
  values_.count = clone ? clone->count : 0;
}

void LineReader::name_clone_in_errors(bool depends_on_clone) {
  problems_.set_subject(clone_ && depends_on_clone
                            ? text::EvaluatedProcess{clone_->ptag, clone_->self}
                            : text::EvaluatedProcess{});
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
    const auto tag = mtag(pair.mtag);
    if (!tag || !count) {
      ok = false;
      continue;
    }
    if (!seen.insert(*tag).second) {
      ok = fail(pair.mtag.place,
                fmt::format("mtag {} appears twice in this collection", text::quoted(*tag)));
    }
    const MessageId mid = builder.awaited(*tag, templates_.source().span(pair.mtag.place));
    if (*count > 0) {
      pairs.push_back({mid, *count});
    }
  }
  return ok ? std::optional(std::move(pairs)) : std::nullopt;
}

template <typename Read>
std::optional<expression::ValueRange> LineReader::varying(const Template& text, Variate& variate,
                                                          Read read) {
  const auto number = templates_.varying_number(text);
  if (!number) {
    fail(text.place, "a value that varies must be one '{...}', with its unit after it");
    return std::nullopt;
  }
  const auto as_text = [&](const std::string& digits) {
    return FieldText{digits + std::string(number->unit), text.place, false, text.is_quoted};
  };
  auto code = expression::resolved(number->expression, values_);
  const auto unit = code ? checked(read(as_text("1")), as_text("1")) : std::nullopt;
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

template <typename Read>
std::optional<double> LineReader::mean(const Template& text, Variate& variate, Read read) {
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
    ok &= read_amount(line, out);
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

std::optional<EvaluatedOutput> LineReader::read_output(const WrittenOutput& line,
                                                       text::Range tag_place,
                                                       const ReceiverTable& names,
                                                       ProgramBuilder& builder) {
  EvaluatedOutput out;
  const auto& type = line.argument(OutputFlag::kTag);
  const auto tag = type ? mtag(*type) : std::optional(std::string(kDefaultMtag));
  const bool flags_ok = read_flags(line, out);
  if (tag) {
    out.output.mid = builder.sent(*tag, templates_.source().span(type ? type->place : tag_place));
  }
  const bool sends = out.output.copies > 0 || !flags_ok;
  const bool receivers_ok = !sends || read_receivers(line, names, out);
  const bool ok =
      tag && flags_ok && receivers_ok && check_volume(line, out.output) && check_delay(line, out);
  return ok ? std::optional(std::move(out)) : std::nullopt;
}

bool LineReader::read_flags(const WrittenOutput& line, EvaluatedOutput& out) {
  struct Row {
    OutputFlag flag;
    bool (LineReader::*read)(const Template&, EvaluatedOutput&);
  };
  static constexpr std::array kRows{
      Row{OutputFlag::kBytes, &LineReader::read_bytes},
      Row{OutputFlag::kCopies, &LineReader::read_copies},
      Row{OutputFlag::kDelay, &LineReader::read_delay},
      Row{OutputFlag::kPacked, &LineReader::read_packed},
      Row{OutputFlag::kXdr, &LineReader::read_xdr},
      Row{OutputFlag::kRoute, &LineReader::read_route},
  };
  bool ok = true;
  for (const Row& row : kRows) {
    if (const auto& argument = line.argument(row.flag)) {
      ok &= (this->*row.read)(*argument, out);
    }
  }
  out.output.others = line.others;
  if (!out.output.packed && !out.variates.first.empty()) {
    ok = fail(line.argument(OutputFlag::kPacked)->place,
              "with -p off the buffer is packed before the start, so -b cannot vary");
  }
  return ok;
}

/// A size that varies is rounded; Output::bytes is the largest, for which buffers are allocated.
bool LineReader::read_bytes(const Template& argument, EvaluatedOutput& out) {
  if (!templates_.varies(argument)) {
    const auto value = whole(argument, {"-b", 0, text::kMaxBytes}, text::read_size);
    out.output.bytes = value.value_or(0);
    return value.has_value();
  }
  const auto limited = [](const FieldText& word) -> text::Checked<double> {
    auto value = text::read_real_size(word.text, "-b");
    if (value && std::round(*value) > static_cast<double>(text::kMaxBytes)) {
      return tl::unexpected(fmt::format("-b must be at most {}, got {}",
                                        format_count(text::kMaxBytes), text::quoted(word.text)));
    }
    return value;
  };
  const auto range = varying(argument, out.variates.first, limited);
  out.output.bytes = range ? static_cast<std::uint64_t>(std::round(std::max(range->high, 0.0))) : 0;
  return range.has_value();
}

bool LineReader::read_copies(const Template& argument, EvaluatedOutput& out) {
  const auto value = whole(argument, {"-n", 0, text::kMaxCount});
  out.output.copies = value.value_or(1);
  return value.has_value();
}

bool LineReader::read_delay(const Template& argument, EvaluatedOutput& out) {
  out.output.delay = time(argument, "-d", out.variates.second);
  return out.output.delay.has_value();
}

bool LineReader::read_packed(const Template& argument, EvaluatedOutput& out) {
  return read_switch(argument, "-p", out.output.packed);
}

bool LineReader::read_xdr(const Template& argument, EvaluatedOutput& out) {
  return read_switch(argument, "-e", out.output.xdr);
}

bool LineReader::read_switch(const Template& argument, std::string_view flag, bool& out) {
  const auto filled = word(argument);
  if (!filled) {
    return false;
  }
  out = filled->text == "on";
  return (!filled->is_quoted && (out || filled->text == "off")) ||
         fail(filled->place,
              fmt::format("{} must be on or off, got {}", flag, text::quoted(filled->text)));
}

bool LineReader::read_route(const Template& argument, EvaluatedOutput& out) {
  const auto filled = word(argument);
  if (!filled) {
    return false;
  }
  const bool is_direct = filled->text == "TCP";
  out.output.route = is_direct ? MessageRoute::kDirect : MessageRoute::kDaemon;
  static const std::array<std::string, 2> routes{"Pvmd", "TCP"};
  return (!filled->is_quoted && (is_direct || filled->text == "Pvmd")) ||
         fail(filled->place,
              fmt::format("-X must be Pvmd or TCP, got {}{}", text::quoted(filled->text),
                          did_you_mean(filled->text, routes)));
}

bool LineReader::read_receivers(const WrittenOutput& line, const ReceiverTable& names,
                                EvaluatedOutput& out) {
  bool ok = true;
  bool acknowledges = false;
  for (const Template& text : line.receivers) {
    const auto element = word(text);
    if (!element) {
      ok = false;
    } else if (element->text != "ACK" || element->is_quoted) {
      ok &= add_receiver(*element, names, out.receivers);
    } else if (!std::exchange(acknowledges, true)) {
      out.receivers.push_back(Receivers{});
    }
  }
  return ok;
}

bool LineReader::add_receiver(const FieldText& element, const ReceiverTable& names,
                              std::vector<Receivers>& out) {
  if (element.text.empty() || is_reserved(element.text)) {
    return fail(
        element.place,
        element.text.empty() ? "a receiver cannot be empty"
        : element.is_quoted
            ? fmt::format("{} is reserved; it must not be quoted", text::quoted(element.text))
            : fmt::format("{} is reserved and cannot name a process", text::quoted(element.text)));
  }
  const auto found = names.find(element.text);
  if (!found) {
    return fail(element.place, found.error());
  }
  if (!found->also_matched.empty()) {
    problems_.warning(
        element.place,
        fmt::format("{} also matches the clones of {}; '{}[' matches only its own",
                    text::quoted(element.text), text::quoted(found->also_matched), element.text));
  }
  if (found->longer_indices > 0) {
    problems_.warning(element.place,
                      fmt::format("{} also matches '{}0]'{}; '{}]' matches only one process",
                                  text::quoted(element.text), element.text,
                                  found->longer_indices == 1
                                      ? ""
                                      : fmt::format(" and {} more", found->longer_indices - 1),
                                  element.text));
  }
  append_without_repeats(out, found->receivers);
  return true;
}

bool LineReader::check_volume(const WrittenOutput& line, const Output& output) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 63;
  if (output.bytes == 0 || output.copies <= kMost / output.bytes) {
    return true;
  }
  return fail(line.argument(OutputFlag::kCopies)->place,
              fmt::format("{} messages of {} bytes exceed the largest number of bytes",
                          format_count(output.copies), format_count(output.bytes)));
}

bool LineReader::check_delay(const WrittenOutput& line, const EvaluatedOutput& evaluated) {
  if (!evaluated.output.delay) {
    return true;
  }
  if (line.others) {
    return fail(line.others_place, "-others excludes the sender, but -d sends only to the sender");
  }
  if (!clone_ || evaluated.output.copies == 0) {
    return true;
  }
  const Receivers itself{clone_->process, 1, 1};
  const bool to_itself = evaluated.receivers.size() == 1 && evaluated.receivers[0].count == 1 &&
                         evaluated.receivers[0].first == itself.first;
  if (to_itself) {
    return true;
  }
  const bool acknowledges = std::any_of(evaluated.receivers.begin(), evaluated.receivers.end(),
                                        [](const Receivers& r) { return r.is_ack(); });
  return fail(line.receivers.front().place,
              acknowledges ? "with -d a process sends to itself, but ACK may be another process"
                           : "with -d a process sends to itself; write its own name, such as "
                             "'Clock.p[{self}]'");
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
