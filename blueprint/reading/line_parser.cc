#include "blueprint/reading/line_parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/quantities.h"
#include "base/units.h"
#include "blueprint/keywords.h"
#include "blueprint/reading/shell_syntax.h"

namespace dps::blueprint {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::string_view shape_of(Section section) {
  switch (section) {
    case Section::kInput:
      return "I <itag> [-each] [<count>[/<of>] <mtag>]+";
    case Section::kComputation:
      return "C <ctag> sleep|busywait|compute|work|ops|call|exec <argument>";
    case Section::kOutput:
      return "O <otag> <receivers> [-flag <argument>]*";
    case Section::kFunctionality:
      return "F <ftag> <itag> <ctag>[,<ctag>]* <otag>[,<otag>]* <next>";
    case Section::kUnit:
      return "U <futag> [-early] <ftag>[|<ftag>]*+";
    case Section::kProcess:
      return "P <ptag> <N> [-server] <futag>+";
  }
  return "";
}

}  // namespace

std::optional<WrittenLine> LineParser::parse_definition(Section section,
                                                        std::span<const text::Field> fields) {
  is_broken_ = false;
  dependence_ = Dependence::kNothing;
  uses_step_ = false;
  line_ = text::Range{fields.front().range.begin, fields.back().range.end};
  process_names_ = false;
  if (fields.size() < 2) {
    fail(fields[0].range, fmt::format("the line is incomplete; expected {}", shape_of(section)));
    return std::nullopt;
  }
  WrittenLine line;
  line.section = section;
  line.tag = tag(fields[1]);
  if (is_broken_) {
    return std::nullopt;
  }
  process_names_ = section != Section::kProcess;
  const auto rest = fields.subspan(2);
  switch (section) {
    case Section::kInput:
      line.body = parse_input(rest);
      break;
    case Section::kComputation:
      line.body = parse_computation(rest);
      break;
    case Section::kOutput:
      line.body = parse_output(rest);
      break;
    case Section::kFunctionality:
      line.body = parse_functionality(rest);
      break;
    case Section::kUnit:
      line.body = parse_unit(rest);
      break;
    case Section::kProcess:
      line.body = parse_group(rest);
      break;
  }
  line.is_broken = is_broken_;
  line.dependence = dependence_;
  line.uses_step = uses_step_;
  return line;
}

WrittenInput LineParser::parse_input(std::span<const text::Field> rest) {
  WrittenInput out;
  if (!rest.empty() && is_word(rest[0], "-each")) {
    out.each = true;
    rest = rest.subspan(1);
  } else if (!rest.empty() && !rest[0].quoted && text(rest[0]).starts_with('-') &&
             !text::looks_like_number(text(rest[0]))) {
    fail(rest[0].range, fmt::format("unknown flag {}{}", text::quoted(text(rest[0])),
                                    did_you_mean(text(rest[0]), {{"-each"}})));
    return out;
  }
  for (const text::Field& field : rest) {
    if (is_word(field, "-each")) {
      fail(field.range, "-each must come directly after the itag of an I line");
      return out;
    }
  }
  for (std::size_t i = 0; i + 1 < rest.size(); i += 2) {
    out.pairs.push_back(parse_pair(rest[i], rest[i + 1], out.each));
  }
  if (rest.size() % 2 == 1) {
    const bool is_count = text::looks_like_number(text(rest.back()));
    fail(rest.back().range,
         is_count ? fmt::format("count {} has no mtag after it", text::quoted(text(rest.back())))
                  : fmt::format("mtag {} has no count before it; a collection is a list of pairs",
                                text::quoted(text(rest.back()))));
  }
  return out;
}

/// A quorum is a number, '/', and a number. A '/' in braces is a division.
WrittenInput::Pair LineParser::parse_pair(const text::Field& count, const text::Field& mtag,
                                          bool each) {
  const auto numbers = expression::split_list(source_.text(), count.content, '/');
  if (each && !mtag.quoted && text(mtag).starts_with('/')) {
    fail({count.range.begin, mtag.range.end}, "a quorum k/n must not contain blanks");
    return {Template{count.content}, Template{mtag.content}};
  }
  if (numbers.size() == 1) {
    return {value(count), tag(mtag)};
  }
  const bool is_quorum =
      numbers.size() == 2 && !numbers[0].empty() && !numbers[1].empty() && !count.quoted;
  if (!is_quorum) {
    fail(count.range, fmt::format("{} is not a count; expected a number, or k/n without blanks",
                                  text::quoted(text(count))));
  } else if (!each) {
    fail(count.range, fmt::format("the quorum {} needs -each; write -each after the itag",
                                  text::quoted(text(count))));
  } else {
    return {element(count, numbers[0], expression::Branches::kValues), tag(mtag),
            element(count, numbers[1], expression::Branches::kValues)};
  }
  return {Template{count.content}, tag(mtag)};
}

WrittenComputation LineParser::parse_computation(std::span<const text::Field> rest) {
  if (rest.empty()) {
    missing("sleep, busywait, compute, work, ops, call or exec");
    return {};
  }
  const auto kind = rest[0].quoted ? std::nullopt : find_word(kKinds, text(rest[0]));
  if (!kind) {
    const std::string hint = suggest_or(kKinds, text(rest[0]), rest[0].quoted,
                                        "sleep, busywait, compute, work, ops, call or exec");
    fail(rest[0].range, fmt::format("unknown computation {}{}{}", text::quoted(text(rest[0])), hint,
                                    text::looks_like_number(text(rest[0])) ? " before it" : ""));
    return {};
  }
  if (*kind == ComputationKind::kOps) {
    return parse_operations(rest);
  }
  const bool is_timed = *kind != ComputationKind::kCall && *kind != ComputationKind::kExec;
  return is_timed ? parse_timed(*kind, rest) : parse_words(*kind, rest);
}

WrittenComputation LineParser::parse_timed(ComputationKind kind,
                                           std::span<const text::Field> rest) {
  WrittenComputation out{kind, {}, {}, {}};
  if (rest.size() < 2) {
    missing(kind == ComputationKind::kWork ? "a number of multiplications" : "a time");
    return out;
  }
  out.amount = value(rest[1], MoreNames::kStep);
  auto extra = rest.subspan(2);
  if (!extra.empty() && is_word(extra[0], "cost")) {
    if (extra.size() == 1) {
      missing("a time");
      return out;
    }
    out.cost = value(extra[1], MoreNames::kStep);
    extra = extra.subspan(2);
  }
  if (!extra.empty() && kind != ComputationKind::kWork &&
      is_one_of(text(extra[0]), {"ns", "us", "ms", "s", "min", "h"})) {
    fail(extra[0].range, fmt::format("a time and its unit form one field; write '{}{}'",
                                     printable(source_.text(rest[1].range)), text(extra[0])));
    return out;
  }
  refuse_extra(extra);
  return out;
}

WrittenComputation LineParser::parse_words(ComputationKind kind,
                                           std::span<const text::Field> rest) {
  WrittenComputation out{kind, {}, {}, {}};
  if (rest.size() < 2) {
    missing(kind == ComputationKind::kCall ? "a function" : "a program");
    return out;
  }
  auto words = rest.subspan(1);
  if (words.size() >= 3 && is_word(words[words.size() - 2], "cost")) {
    const text::Field& last = words.back();
    if (text::looks_like_time(text(last)) || text(last).find('{') != std::string_view::npos) {
      out.cost = value(last, MoreNames::kStep);
      words = words.first(words.size() - 2);
    } else {
      problems_.warning(words[words.size() - 2].range,
                        fmt::format("{} is not a time, so 'cost {}' are arguments; quote 'cost' "
                                    "if this is intended",
                                    text::quoted(text(last)), printable(source_.text(last.range))));
    }
  }
  if (kind == ComputationKind::kExec) {
    warn_of_shell_syntax(source_, words, problems_);
  }
  for (const text::Field& word : words) {
    out.words.push_back(value(word));
  }
  return out;
}

WrittenFunctionality LineParser::parse_functionality(std::span<const text::Field> rest) {
  static constexpr std::array<std::string_view, 4> kWanted{
      "an itag, a ctag, an otag and a next unit", "a ctag, an otag and a next unit",
      "an otag and a next unit", "a next unit (a futag, SAME or NULL)"};
  WrittenFunctionality out;
  if (rest.size() < kWanted.size()) {
    missing(kWanted[rest.size()]);
    return out;
  }
  out.collection = tag(rest[0]);
  out.computations = parse_list(rest[1], "ctag");
  out.outputs = parse_list(rest[2], "otag");
  if (rest.size() > 4) {
    if (!is_broken_) {  // if not: a blank in a list has been reported; it shifts the following
                        // fields
      refuse_extra(rest.subspan(4));
    }
    return out;
  }
  parse_next(rest[3], out);
  return out;
}

void LineParser::parse_next(const text::Field& field, WrittenFunctionality& out) {
  const auto elements = expression::split_list(source_.text(), field.content);
  if (elements.size() == 1) {
    out.next = tag(field);
  } else {
    parse_repeated_next(field, elements, out);
  }
}

void LineParser::parse_repeated_next(const text::Field& field,
                                     std::span<const text::Range> elements,
                                     WrittenFunctionality& out) {
  const text::Range first = elements[0];
  const auto factors = expression::split_list(source_.text(), first, '*');
  if (elements.size() != 2 || factors.size() < 2) {
    fail(field.range,
         fmt::format("{} is not a next unit; expected a futag, SAME, NULL or <futag>*K,<futag>",
                     text::quoted(text(field))));
    return;
  }
  const text::Range firings = factors.back();
  out.next = element(field, {first.begin, firings.begin - 1}, expression::Branches::kTexts);
  out.firings = element(field, firings, expression::Branches::kValues);
  out.then = element(field, elements[1], expression::Branches::kTexts);
}

WrittenGroup LineParser::parse_group(std::span<const text::Field> rest) {
  WrittenGroup out;
  if (rest.empty()) {
    missing("N and a futag");
    return out;
  }
  if (is_word(rest[0], "-server")) {
    fail(rest[0].range, "-server must come directly after the N of a P line");
    return out;
  }
  if (rest.size() == 1 && !text::looks_like_number(text(rest[0])) &&
      text(rest[0]).find('{') == std::string_view::npos) {
    fail(rest[0].range, fmt::format("N is missing; expected the number of processes before {}",
                                    text::quoted(text(rest[0]))));
    return out;
  }
  out.count = value(rest[0]);
  rest = rest.subspan(1);
  if (!rest.empty() && is_word(rest[0], "-server")) {
    out.server = true;
    rest = rest.subspan(1);
  }
  if (rest.empty()) {
    problems_.warning(line_, "a process without a unit completes at once and does nothing");
  } else {
    out.units = parse_tags(rest, "futag");
  }
  return out;
}

std::optional<WrittenTerrain> LineParser::parse_terrain(std::span<const text::Field> fields) {
  static constexpr std::string_view kShape = "T <process> <htag> [<variable> <operator> <value>]*";
  is_broken_ = false;
  dependence_ = Dependence::kNothing;
  line_ = text::Range{fields.front().range.begin, fields.back().range.end};
  process_names_ = false;
  if (fields.size() < 3) {
    fail(fields.back().range, fmt::format("the line is incomplete; expected {}", kShape));
    return std::nullopt;
  }
  WrittenTerrain out;
  out.process = tag(fields[1]);
  process_names_ = true;
  out.htag = tag(fields[2]);
  const bool names_both = !is_broken_;
  for (auto rest = fields.subspan(3); !rest.empty();) {
    const auto three = rest.first(std::min<std::size_t>(3, rest.size()));
    rest = rest.subspan(std::min(parse_constraint(three, out), three.size()));
  }
  out.dependence = dependence_;
  return names_both ? std::optional(std::move(out)) : std::nullopt;
}

/// Parses a variable, an operator and a value; returns how many fields they are, also if they are
/// wrong, so that the following constraints are checked, too.
std::size_t LineParser::parse_constraint(std::span<const text::Field> three, WrittenTerrain& out) {
  const std::string_view word = text(three[0]);
  const std::size_t glued = word.find_first_of("=<>!");
  if (glued != std::string_view::npos && glued > 0) {
    const std::size_t value_at = std::min(word.find_first_not_of("=<>!", glued), word.size());
    fail(three[0].range,
         fmt::format("separate variable, operator and value by blanks; write '{} {} {}'",
                     printable(word.substr(0, glued)), word.substr(glued, value_at - glued),
                     value_at == word.size() ? "<value>" : printable(word.substr(value_at))));
    return value_at == word.size() ? 2 : 1;
  }
  const auto variable = three[0].quoted ? std::nullopt : find_word(kVariables, word);
  if (!variable) {
    fail(three[0].range, fmt::format("unknown host variable {}{}", text::quoted(word),
                                     suggest_or(kVariables, word, three[0].quoted,
                                                "NAME, TYPE, SPEED, CORES or MEMORY")));
    return 3;
  }
  if (three.size() < 3) {
    fail(three.back().range,
         fmt::format("{} requires an operator and a value, as in '{} = x'", word, word));
    return 3;
  }
  const std::string_view sign = text(three[1]);
  const auto comparison = three[1].quoted ? std::nullopt : find_word(kComparisons, sign);
  if (!comparison) {
    fail(three[1].range, fmt::format("unknown operator {}{}", text::quoted(sign),
                                     is_one_of(sign, {"==", "is"})         ? "; did you mean '='?"
                                     : is_one_of(sign, {"=>"})             ? "; did you mean '>='?"
                                     : is_one_of(sign, {"=<"})             ? "; did you mean '<='?"
                                     : is_one_of(sign, {"<>", "=!", "/="}) ? "; did you mean '!='?"
                                     : three[1].quoted ? "; an operator must not be quoted"
                                                       : "; expected =, !=, <, >, <= or >="));
    const bool is_glued = sign.size() > 1 &&
                          std::string_view("=<>!").find(sign[0]) != std::string_view::npos &&
                          sign.find_first_not_of("=<>!") != std::string_view::npos;
    return is_glued ? 2 : 3;
  }
  const bool is_text = *variable == HostVariable::kName || *variable == HostVariable::kType;
  if (is_text && *comparison != Comparison::kEqual && *comparison != Comparison::kNotEqual) {
    fail(three[1].range, fmt::format("{} has no order; compare it with = or !=", word));
    return 3;
  }
  out.constraints.push_back({*variable, *comparison, is_text ? tag(three[2]) : value(three[2]),
                             text::Range{three[0].range.begin, three[2].range.end}});
  return 3;
}

std::vector<Template> LineParser::parse_tags(std::span<const text::Field> rest,
                                             std::string_view what) {
  std::vector<Template> out;
  if (rest.empty()) {
    missing(fmt::format("{} {}", what == "ftag" ? "an" : "a", what));
  }
  for (const text::Field& field : rest) {
    if (!refuse_as_tag(field, what)) {
      out.push_back(tag(field));
    }
  }
  return out;
}

bool LineParser::refuse_as_tag(const text::Field& field, std::string_view what) {
  if (is_word(field, "-early") || is_word(field, "-server")) {
    fail(field.range,
         fmt::format("{} must come directly after {}", text(field),
                     is_word(field, "-early") ? "the futag of a U line" : "the N of a P line"));
    return true;
  }
  if (expression::split_list(source_.text(), field.content).size() > 1) {
    fail(field.range, fmt::format("{}: separate {}s by blanks here, not by commas",
                                  text::quoted(text(field)), what));
    return true;
  }
  return false;
}

std::vector<Template> LineParser::parse_list(const text::Field& field, std::string_view what,
                                             MoreNames names) {
  std::vector<Template> out;
  for (const text::Range part : expression::split_list(source_.text(), field.content)) {
    if (part.empty()) {
      fail(field.range,
           fmt::format("{}: there is no {} beside a comma; a list must not contain blanks",
                       text::quoted(text(field)), what));
      return out;
    }
    out.push_back(element(field, part, expression::Branches::kTexts, names));
  }
  return out;
}

Template LineParser::element(const text::Field& field, text::Range part,
                             expression::Branches branches, MoreNames names) {
  expression::ExpressionContext context{names_, process_names_, false};
  context.step_name = names != MoreNames::kUsual;
  context.receiver_name = names == MoreNames::kStepAndReceiver;
  const auto compiled = templates_.compile(field, part, context, branches);
  is_broken_ |= !compiled.has_value();
  if (compiled) {
    dependence_ = std::max(dependence_, compiled->dependence);
    uses_step_ |= compiled->uses_step;
    if ((compiled->uses_step || compiled->uses_receiver) && templates_.varies(*compiled)) {
      fail(part, fmt::format("a value that varies cannot depend on '{}'",
                             compiled->uses_step ? "step" : "to"));
    }
  }
  return compiled.value_or(Template{part});
}

void LineParser::fail(text::Range place, std::string text) {
  is_broken_ = true;
  problems_.error(place, std::move(text));
}

void LineParser::missing(std::string_view fields) {
  fail({line_.end, line_.end}, fmt::format("expected {} at the end of the line", fields));
}

bool LineParser::refuse_extra(std::span<const text::Field> extra) {
  if (extra.empty()) {
    return false;
  }
  fail({extra.front().range.begin, extra.back().range.end},
       fmt::format("expected the end of the line, got {}", text::quoted(text(extra.front()))));
  return true;
}

}  // namespace dps::blueprint
