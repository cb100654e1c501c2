/// The parts of LineParser and LineReader for -collective.
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/suggestion.h"
#include "base/units.h"
#include "blueprint/collectives/default_algorithms.h"
#include "blueprint/collectives/schedule.h"
#include "blueprint/reading/line_parser.h"
#include "blueprint/reading/line_reader.h"

namespace dps::blueprint {
namespace {

using collectives::Collective;
using collectives::Operation;

constexpr std::string_view kAuto = "auto";
constexpr std::string_view kNative = "native";

/// "'tree' is not a collective operation; did you mean …" or the list of all.
std::string unknown_word(const std::string& text, bool is_quoted, std::string_view what,
                         std::span<const std::string_view> words) {
  if (is_quoted && std::ranges::count(words, text) > 0) {
    return fmt::format("{} must not be quoted", text::quoted(text));
  }
  const std::string near = did_you_mean(text, std::vector<std::string>(words.begin(), words.end()));
  return fmt::format("{} is not {}{}", text::quoted(text), what,
                     near.empty() ? fmt::format("; expected {}", fmt::join(words, ", ")) : near);
}

}  // namespace

/// Reports flags that a line with -collective cannot have, or that only such a line can have.
void LineParser::refuse_flags_of_collective(const WrittenOutput& line) {
  if (!line.argument(OutputFlag::kCollective)) {
    static constexpr std::array kOnly{std::pair(OutputFlag::kRoot, "-root"),
                                      std::pair(OutputFlag::kAlgorithm, "-alg"),
                                      std::pair(OutputFlag::kCombine, "-combine")};
    for (const auto& row : kOnly) {
      if (line.argument(row.first)) {
        fail(line.argument(row.first)->place,
             fmt::format("{} needs -collective in the same line", row.second));
      }
    }
    return;
  }
  static constexpr std::string_view kWhy =
      "{} cannot be used with -collective, whose messages follow from the operation";
  static constexpr std::array kNever{
      std::pair(OutputFlag::kDelay, "-d"), std::pair(OutputFlag::kCopies, "-n"),
      std::pair(OutputFlag::kPick, "-pick"), std::pair(OutputFlag::kWindow, "-window")};
  for (const auto& row : kNever) {
    if (line.argument(row.first)) {
      fail(line.argument(row.first)->place, fmt::format(kWhy, row.second));
    }
  }
  if (line.others) {
    fail(line.others_place, fmt::format(kWhy, "-others"));
  }
  if (line.begins) {
    fail(line.begins_place,
         "the messages of a collective operation belong to no request, so -new cannot be used with "
         "-collective");
  }
  if (line.uses_receiver(OutputFlag::kBytes)) {
    fail(line.argument(OutputFlag::kBytes)->place,
         "'to' cannot be used with -collective: -b is the same for all members");
  }
}

bool LineReader::read_collective(const WrittenOutput& line, const ReceiverTable& names,
                                 EvaluatedOutput& out) {
  Collective of;
  bool ok = read_operation(line, of) && read_members(line, out, of);
  if (!ok) {
    return false;
  }
  of.bytes = out.output.bytes;
  ok &= check_bytes(line, out, of);
  ok &= read_root(line, names, out, of);
  ok &= read_combination(line, out, of);
  ok &= read_algorithm(line, of);
  if (!ok) {
    return false;
  }
  const std::uint64_t largest = collectives::largest_message(of);
  if (largest > text::kMaxBytes) {
    const auto& bytes = line.argument(OutputFlag::kBytes);
    return fail(bytes ? bytes->place : line.argument(OutputFlag::kCollective)->place,
                fmt::format("the largest message of this operation has {} bytes; at most {} are "
                            "allowed",
                            format_count(largest), format_count(text::kMaxBytes)));
  }
  out.output.bytes = largest;
  out.collective = of;
  return true;
}

bool LineReader::read_operation(const WrittenOutput& line, Collective& of) {
  const auto text = word(*line.argument(OutputFlag::kCollective));
  if (!text) {
    return false;
  }
  const auto found = collectives::find_operation(text->text);
  if (!found || text->is_quoted) {
    return fail(text->place, unknown_word(text->text, text->is_quoted, "a collective operation",
                                          collectives::operation_names()));
  }
  of.operation = *found;
  return true;
}

bool LineReader::read_members(const WrittenOutput& line, const EvaluatedOutput& out,
                              Collective& of) {
  std::uint64_t members = 0;
  for (const Receivers& element : out.receivers) {
    if (element.depends_on_message()) {
      return fail(line.receivers.front().place,
                  fmt::format("the members of a collective operation are known before the start; "
                              "{} cannot be one",
                              element.is_origin() ? "ORIGIN" : "ACK"));
    }
    members += element.count;
  }
  if (members > collectives::kMaxMembers) {
    return fail(line.receivers.front().place,
                fmt::format("a collective operation has at most {} members, got {}",
                            format_count(collectives::kMaxMembers), format_count(members)));
  }
  of.members = static_cast<std::uint32_t>(members);
  return members > 0;  // 0: their P line has an error
}

bool LineReader::check_bytes(const WrittenOutput& line, const EvaluatedOutput& out,
                             const Collective& of) {
  const auto& bytes = line.argument(OutputFlag::kBytes);
  if (!out.variates.first.empty()) {
    return fail(bytes->place,
                "-b of a collective operation cannot vary: it is the same for all members");
  }
  if (of.bytes > 0 && !collectives::has_bytes(of.operation)) {
    return fail(bytes->place,
                fmt::format("a barrier has no data, so -b must be 0 or absent, got {}",
                            format_count(of.bytes)));
  }
  return true;
}

bool LineReader::read_root(const WrittenOutput& line, const ReceiverTable& names,
                           const EvaluatedOutput& out, Collective& of) {
  const auto& argument = line.argument(OutputFlag::kRoot);
  if (!argument) {
    return true;
  }
  if (!collectives::has_root(of.operation)) {
    return fail(argument->place, fmt::format("{} has no root; -root is for bcast, reduce, gather "
                                             "and scatter",
                                             name_of(of.operation)));
  }
  const auto text = word(*argument);
  if (!text) {
    return false;
  }
  const auto found = names.find_whole(text->text);
  if (!found) {
    return fail(text->place, found.error());
  }
  if (found->count != 1 || !text->text.ends_with(']')) {
    return fail(text->place,
                fmt::format("-root must name one member completely, such as '{}[0]', got {}",
                            text->text.substr(0, text->text.find('[')), text::quoted(text->text)));
  }
  std::uint32_t rank = 0;
  for (const Receivers& element : out.receivers) {
    for (std::uint32_t i = 0; i < element.count; ++i, ++rank) {
      if (index(element.first) + i * element.step == index(found->first)) {
        of.root = rank;
        return true;
      }
    }
  }
  return fail(text->place,
              fmt::format("the root {} is not among the members", text::quoted(text->text)));
}

bool LineReader::read_combination(const WrittenOutput& line, EvaluatedOutput& out,
                                  const Collective& of) {
  const auto& argument = line.argument(OutputFlag::kCombine);
  if (!argument) {
    return true;
  }
  if (!collectives::combines(of.operation)) {
    return fail(argument->place,
                fmt::format("{} combines no data; -combine is for reduce, allreduce, scan and "
                            "reduce_scatter",
                            name_of(of.operation)));
  }
  const auto found = definition(*argument, Section::kComputation);
  out.combination = found.value_or(kNone);
  return found.has_value();
}

bool LineReader::read_algorithm(const WrittenOutput& line, Collective& of) {
  of.algorithm = collectives::default_algorithm(of.operation, of.members, of.bytes);
  const auto& argument = line.argument(OutputFlag::kAlgorithm);
  if (!argument) {
    return true;
  }
  const auto text = word(*argument);
  if (!text) {
    return false;
  }
  const auto found = collectives::find_algorithm(text->text);
  const bool is_other = text->text == kAuto || text->text == kNative;
  if (!text->is_quoted && (is_other || (found && collectives::performs(*found, of.operation)))) {
    of.native = text->text == kNative;
    of.algorithm = found.value_or(of.algorithm);
    return true;
  }
  std::vector<std::string_view> words{kAuto, kNative};
  for (const collectives::Algorithm each : collectives::algorithms_of(of.operation)) {
    words.push_back(name_of(each));
  }
  if (found && !text->is_quoted) {
    return fail(text->place,
                fmt::format("{} is not an algorithm of {}; expected {}", text::quoted(text->text),
                            name_of(of.operation), fmt::join(words, ", ")));
  }
  return fail(text->place,
              unknown_word(text->text, text->is_quoted,
                           fmt::format("an algorithm of {}", name_of(of.operation)), words));
}

}  // namespace dps::blueprint
