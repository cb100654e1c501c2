// C lines with counted operations: C <ctag> ops <sum> [cached | loop <n>] [cost <time>].
// Source: docs/language.md, "ops: counted operations".
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/operations/operation_sum.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "blueprint/reading/line_parser.h"
#include "blueprint/reading/line_reader.h"

namespace dps::blueprint {
namespace {

constexpr std::uint64_t kCachedLoop = 0;

/// The text of the error for a field after the sum.
std::string no_word_after_sum(std::string_view sum, std::string_view field, bool is_quoted) {
  static const std::array<std::string, 3> words{"cached", "loop", "cost"};
  if (is_quoted && (field == words[0] || field == words[1] || field == words[2])) {
    return fmt::format("the word {} must not be quoted", text::quoted(field));
  }
  if (std::string near = did_you_mean(field, words); !near.empty()) {
    return fmt::format("expected cached, loop or cost, got {}{}", text::quoted(field), near);
  }
  return fmt::format(
      "expected cached, loop or cost, got {}; a sum with blanks is one field in quotes: \"{} {}…\"",
      text::quoted(field), printable(sum), printable(field));
}

}  // namespace

WrittenComputation LineParser::parse_operations(std::span<const text::Field> rest) {
  WrittenComputation out{ComputationKind::kOps, {}, {}, {}};
  if (rest.size() < 2) {
    missing("a sum of operations");
    return out;
  }
  out.amount = value(rest[1], MoreNames::kStep);
  auto extra = rest.subspan(2);
  const auto begins_with = [&](std::string_view word) {
    return !extra.empty() && is_word(extra[0], word);
  };
  if (begins_with("cached")) {
    out.cached = true;
    extra = extra.subspan(1);
    if (begins_with("loop")) {
      fail(extra[0].range, "'cached' and 'loop' cannot be used together");
      return out;
    }
  } else if (begins_with("loop")) {
    if (extra.size() == 1) {
      missing("a number of instructions");
      return out;
    }
    out.loop = value(extra[1], MoreNames::kStep);
    extra = extra.subspan(2);
    if (begins_with("cached")) {
      fail(extra[0].range, "'cached' and 'loop' cannot be used together");
      return out;
    }
  }
  if (begins_with("cost")) {
    if (extra.size() == 1) {
      missing("a time");
      return out;
    }
    out.cost = value(extra[1], MoreNames::kStep);
    extra = extra.subspan(2);
    refuse_extra(extra);
  } else if (!extra.empty()) {
    fail(extra[0].range,
         no_word_after_sum(source_.text(rest[1].content), text(extra[0]), extra[0].quoted));
  }
  return out;
}

bool LineReader::read_operations(const WrittenComputation& line, EvaluatedComputation& out) {
  bool ok = true;
  if (const auto filled = word(*line.amount)) {
    auto sum = operations::read_operation_sum(filled->text);
    if (sum) {
      out.operations = *std::move(sum);
    } else {
      ok = fail(templates_.origin(*line.amount, values_, sum.error().place), sum.error().text);
    }
  } else {
    ok = false;
  }
  if (line.cached) {
    out.computation.loop = kCachedLoop;
  } else if (line.loop) {
    const auto count = whole(*line.loop, {"the instructions of a loop", 1, text::kMaxCount});
    ok &= count.has_value();
    out.computation.loop = static_cast<double>(count.value_or(1));
  }
  return ok;
}

}  // namespace dps::blueprint
