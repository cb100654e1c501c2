/// The part of LineParser for O lines.
#include <array>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/quantities.h"
#include "blueprint/keywords.h"
#include "blueprint/reading/line_parser.h"

namespace dps::blueprint {
namespace {

/// The names that users of other tools try, and the flags that they mean.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kLongNames{
    {{"-size", "-b"},
     {"-bytes", "-b"},
     {"-type", "-t"},
     {"-message", "-t"},
     {"-number", "-n"},
     {"-count", "-n"},
     {"-delay", "-d"},
     {"-packed", "-p"},
     {"-encoding", "-e"}}};

/// True for what may be the value behind a flag, as in "-b400", "-tJob.m", "-n{jobs}", "-poff".
bool looks_like_value(std::string_view text) {
  return text == "on" || text == "off" ||
         text.find_first_of("0123456789{.") != std::string_view::npos;
}

}  // namespace

WrittenOutput LineParser::parse_output(std::span<const text::Field> rest) {
  WrittenOutput out;
  if (rest.empty()) {
    missing("the receivers");
    return out;
  }
  if (!rest[0].quoted && find_word(kFlags, text(rest[0]))) {
    fail(rest[0].range,
         fmt::format("expected the receivers before {}", text::quoted(text(rest[0]))));
  } else {
    out.receivers = parse_list(rest[0], "receiver", MoreNames::kStep);
    rest = rest.subspan(1);
    while (is_broken_ && !rest.empty() && !text(rest[0]).starts_with('-')) {
      rest = rest.subspan(1);  // the rest of a list with blanks, which has been reported
    }
  }
  while (!rest.empty()) {
    rest = rest.subspan(parse_flag(rest, out));
  }
  refuse_timer_to(out);
  refuse_request_of_timer(out);
  refuse_control(out);
  refuse_flags_of_collective(out);
  return out;
}

void LineParser::refuse_request_of_timer(const WrittenOutput& line) {
  if (line.begins && line.argument(OutputFlag::kDelay)) {
    fail(
        line.begins_place,
        "a timer begins no request; write -new in the O line that the process sends when the timer "
        "expires");
  }
}

/// Reports -pick and -window where they have no meaning.
void LineParser::refuse_control(const WrittenOutput& line) {
  const auto& pick = line.argument(OutputFlag::kPick);
  const auto& window = line.argument(OutputFlag::kWindow);
  if (pick && line.argument(OutputFlag::kDelay)) {
    fail(pick->place, "with -d a process sends to itself, so -pick has nothing to choose from");
  }
  if (window && line.argument(OutputFlag::kDelay)) {
    fail(window->place, "a timer is not answered; -window cannot be used with -d");
  }
  if (pick && line.uses_receiver(OutputFlag::kCopies)) {
    fail(line.argument(OutputFlag::kCopies)->place,
         "with -pick each of the -n messages has its own receiver, so -n cannot depend on 'to'");
  }
}

/// Reports `to` in a line with -d.
void LineParser::refuse_timer_to(const WrittenOutput& line) {
  for (const OutputFlag flag : {OutputFlag::kBytes, OutputFlag::kCopies}) {
    if (line.argument(OutputFlag::kDelay) && line.uses_receiver(flag)) {
      fail(line.argument(flag)->place,
           "'to' is the index of the receiver; with -d a process sends only to itself");
    }
  }
}

Template LineParser::argument_of(OutputFlag flag, const text::Field& field) {
  switch (flag) {
    case OutputFlag::kTag:
      return tag(field);
    case OutputFlag::kBytes:
    case OutputFlag::kCopies:
      return value(field, MoreNames::kStepAndReceiver);
    case OutputFlag::kDelay:
      return value(field, MoreNames::kStep);
    case OutputFlag::kCollective:
    case OutputFlag::kAlgorithm:
    case OutputFlag::kCombine:
      return element(field, field.content, expression::Branches::kTexts);
    case OutputFlag::kRoot:
      return element(field, field.content, expression::Branches::kTexts, MoreNames::kStep);
    case OutputFlag::kPacked:
    case OutputFlag::kXdr:
    case OutputFlag::kRoute:
    case OutputFlag::kPick:
    case OutputFlag::kWindow:
      break;
  }
  return value(field);
}

/// Returns the diagnostic for a field that is not a flag where one is expected.
std::string LineParser::no_flag(const text::Field& field) const {
  static constexpr std::array<std::string_view, 4> kOtherDashes{"\u2010", "\u2013", "\u2014",
                                                                "\u2212"};
  const std::string_view word = text(field);
  const std::string unknown = "unknown flag " + text::quoted(word);
  if (find_word(kFlags, word) || word == "-others" || word == "-new") {
    return fmt::format("the flag {} must not be quoted", text::quoted(word));
  }
  for (const std::string_view dash : kOtherDashes) {
    if (word.starts_with(dash)) {
      return unknown + "; a flag begins with '-', but this is a different dash";
    }
  }
  if (word.starts_with('-') && !text::looks_like_number(word)) {
    for (const auto& [name, flag] : kLongNames) {
      if (word == name) {
        return fmt::format("{}; did you mean '{}'?", unknown, flag);
      }
    }
    const bool glued = word.size() > 2 && find_word(kFlags, word.substr(0, 2)).has_value() &&
                       looks_like_value(word.substr(2));
    const std::string others = did_you_mean(word, {{"-others", "-new", "-pick", "-window"}});
    const std::string split = fmt::format("; write '{} {}'", word.substr(0, glued ? 2 : 0),
                                          printable(word.substr(glued ? 2 : 0)));
    return unknown +
           (!others.empty() && (word.size() > 4 || !text::looks_like_number(word.substr(2)))
                ? others
            : glued ? split
                    : suggest(kFlags, word));
  }
  const std::string dashed = "-" + std::string(word);
  return fmt::format("expected a flag such as -t, -b or -n, got {}{}", text::quoted(word),
                     find_word(kFlags, dashed) || dashed == "-others" || dashed == "-new"
                         ? fmt::format("; did you mean '{}'?", dashed)
                         : "; separate several receivers by commas, without blanks");
}

/// Parses a flag; returns the number of fields that belong to it.
std::size_t LineParser::parse_flag(std::span<const text::Field> rest, WrittenOutput& out) {
  const text::Field& field = rest[0];
  if (is_word(field, "-others")) {
    out.others = true;
    out.others_place = field.range;
    return 1;
  }
  if (is_word(field, "-new")) {
    out.begins = true;
    out.begins_place = field.range;
    return 1;
  }
  const auto flag = field.quoted ? std::nullopt : find_word(kFlags, text(field));
  if (!flag) {
    fail(field.range, no_flag(field));
    std::size_t taken = 1;  // skips to the next flag
    while (taken < rest.size() && !text(rest[taken]).starts_with('-')) {
      ++taken;
    }
    return taken;
  }
  if (rest.size() == 1 || (!rest[1].quoted && find_word(kFlags, text(rest[1])))) {
    fail(field.range, fmt::format("the argument of {} is missing", text(field)));
    return 1;
  }
  auto& argument = out.arguments[static_cast<std::size_t>(*flag)];
  if (argument) {
    fail(field.range, fmt::format("{} is given twice", text(field)));
    return 2;
  }
  argument = argument_of(*flag, rest[1]);
  return 2;
}

}  // namespace dps::blueprint
