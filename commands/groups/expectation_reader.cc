#include "commands/groups/expectation_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/decimal.h"
#include "base/text/quantities.h"
#include "commands/groups/quantity_reader.h"

namespace dps::commands {
namespace {

using profiles::Dimension;
using profiles::Expectation;
using Relation = Expectation::Relation;

/// The relations; longer ones precede their prefixes.
constexpr std::array<std::pair<std::string_view, Relation>, 4> kRelations{
    {{"<=", Relation::kAtMost},
     {">=", Relation::kAtLeast},
     {"<", Relation::kLess},
     {">", Relation::kGreater}}};

bool read_relation(QuantityText& in, Relation& relation) {
  in.skip_blanks();
  for (const auto& [sign, meant] : kRelations) {
    if (in.rest().starts_with(sign)) {
      relation = meant;
      in.skip(sign.size());
      return true;
    }
  }
  return in.fail(in.at(), "expected <, <=, > or >=");
}

/// A limit, or the error in it.
using Limit = tl::expected<double, std::string>;

Limit read_time(std::string_view word) {
  auto seconds = text::read_seconds(word, "the time");
  const bool has_unit = word.back() >= 'a' && word.back() <= 'z';
  if (seconds && !has_unit && *seconds != 0) {
    return tl::unexpected(fmt::format(
        "the time needs a unit: '{0}s' are seconds, '{0}ms' milliseconds", printable(word)));
  }
  return seconds;
}

/// "; did you mean '5/min'?" for the number 5 and the unit "minute" (text::suggest_time()), that of
/// '5/s' without a unit; else "".
std::string suggest_rate(std::string_view number, const std::string& unit) {
  constexpr std::string_view kOne = "'1";
  if (unit.empty()) {
    return fmt::format("; did you mean '{}/s'?", printable(number));
  }
  const std::string time = text::suggest_time("1" + unit);
  const std::size_t at = time.find(kOne);
  return at == std::string::npos ? ""
                                 : fmt::format("{}'{}/{}", time.substr(0, at), printable(number),
                                               time.substr(at + kOne.size()));
}

/// "900/s", "5/min": a number, and a time that is 1 of a unit.
Limit read_rate(std::string_view word) {
  const std::size_t slash = word.find('/');
  const auto number = text::read_real(word.substr(0, slash), "the rate");
  const std::string unit(slash == std::string_view::npos ? "" : word.substr(slash + 1));
  const auto time = unit.empty() ? std::nullopt : text::parse_time("1" + unit);
  const bool has_letters =
      std::all_of(unit.begin(), unit.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const bool is_out_of_range = word.starts_with('-') || text::read_decimal(word.substr(0, slash));
  if (!number && is_out_of_range) {
    return tl::unexpected(number.error());
  }
  if (!number || !time || !has_letters) {
    return tl::unexpected(fmt::format("the rate must be written like 900/s or 5/min, got '{}'{}",
                                      printable(word),
                                      number ? suggest_rate(word.substr(0, slash), unit) : ""));
  }
  return *number / time->count();
}

Limit read_share(std::string_view word) {
  constexpr double kPercent = 100;
  const bool is_percent = word.ends_with('%');
  const auto number =
      text::read_real(is_percent ? word.substr(0, word.size() - 1) : word, "the share");
  if (!number) {
    return tl::unexpected(
        fmt::format("the share must be written like 5% or 0.05, got '{}'", printable(word)));
  }
  return is_percent ? *number / kPercent : *number;
}

struct LimitForm {
  Limit (*read)(std::string_view word);
  std::string_view missing;
};

LimitForm form_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTime:
      return {read_time, "expected a time, such as 20ms"};
    case Dimension::kNumber:
      return {[](std::string_view word) -> Limit { return text::read_real(word, "the count"); },
              "expected a number, such as 100"};
    case Dimension::kRate:
      return {read_rate, "expected a rate, such as 900/s"};
    case Dimension::kShare:
      break;
  }
  return {read_share, "expected a share, such as 5%"};
}

bool read_limit(QuantityText& in, Expectation& expectation) {
  in.skip_blanks();
  std::string_view word = in.rest();
  word = word.substr(0, word.find_last_not_of(" \t") + 1);
  const LimitForm form = form_of(expectation.quantity.dimension());
  if (word.empty()) {
    return in.fail(in.at(), std::string(form.missing));
  }
  const Limit limit = form.read(word);
  if (!limit) {
    return in.fail(in.at(), limit.error());
  }
  expectation.limit = *limit;
  return true;
}

}  // namespace

tl::expected<Expectation, std::string> parse_expectation(std::string_view option,
                                                         const std::string& text) {
  QuantityText in(option, text);
  Expectation made;
  made.text = text;
  const bool done =
      in.read(made.quantity) && read_relation(in, made.relation) && read_limit(in, made);
  if (!done) {
    return tl::unexpected(in.error());
  }
  return made;
}

Result<std::vector<Expectation>> resolved_expectations(std::span<const Expectation> expectations,
                                                       const blueprint::Program& program) {
  std::vector<Expectation> resolved(expectations.begin(), expectations.end());
  if (resolved.empty()) {
    return resolved;
  }
  const QuantityNames names(program);
  std::string errors;
  for (Expectation& expectation : resolved) {
    const std::string wrong = names.resolve("--expect", expectation.text, expectation.quantity);
    errors += errors.empty() || wrong.empty() ? wrong : "\n" + wrong;
  }
  return errors.empty() ? Result<std::vector<Expectation>>(std::move(resolved))
                        : failure(ErrorCode::kInput, errors);
}

Result<std::vector<profiles::Quantity>> resolved_columns(
    std::span<const profiles::Quantity> columns, const blueprint::Program& program,
    std::optional<std::size_t> drawn) {
  std::vector<profiles::Quantity> resolved(columns.begin(), columns.end());
  if (resolved.empty()) {
    return resolved;
  }
  const QuantityNames names(program);
  std::string errors;
  for (std::size_t i = 0; i < resolved.size(); ++i) {
    const std::string text = resolved[i].text;
    const std::string wrong =
        names.resolve(drawn == i ? "--plot-of" : "--column", text, resolved[i]);
    errors += errors.empty() || wrong.empty() ? wrong : "\n" + wrong;
  }
  return errors.empty() ? Result<std::vector<profiles::Quantity>>(std::move(resolved))
                        : failure(ErrorCode::kInput, errors);
}

}  // namespace dps::commands
