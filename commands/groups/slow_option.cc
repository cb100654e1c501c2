#include "commands/groups/slow_option.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "commands/groups/quantity_reader.h"

namespace dps::commands {
namespace {

/// "p99.9" or "max".
std::optional<statistics::QuantileShare> quantile_of(std::string_view word) {
  if (word == "max") {
    return statistics::QuantileShare{statistics::kWholeShare};
  }
  return word.starts_with('p') ? share_of(word.substr(1)) : std::nullopt;
}

}  // namespace

Option slow_option(std::optional<SlowChoice>& given) {
  return {"--slow",
          "",
          {"FTAG[:QUANTILE]"},
          "Also print why a request is slow: the path of the one whose age, when it fires this "
          "functionality, is the p99, or another quantile such as p99.9 or max",
          [&given](const std::string& value) -> std::string {
            SlowChoice choice{value, value};
            if (const std::size_t colon = value.rfind(':'); colon != std::string::npos) {
              const std::string_view word = std::string_view(value).substr(colon + 1);
              const auto quantile = quantile_of(word);
              if (!quantile) {
                return fmt::format(
                    "--slow: expected a quantile, such as p99.9, or max after ':', "
                    "got '{}'",
                    printable(word));
              }
              choice.ftag = value.substr(0, colon);
              choice.quantile = *quantile;
            }
            if (choice.ftag.empty()) {
              return "--slow: expected the tag of a functionality, as in --slow done.f:p99";
            }
            given = std::move(choice);
            return "";
          }};
}

std::string mistake_in(const SlowChoice& given, const blueprint::Program& program) {
  profiles::Quantity quantity;
  quantity.figure.kind = profiles::Figure::Kind::kQuantile;
  quantity.figure.share = given.quantile;
  quantity.figure.name = std::string(profiles::Figure::kAge) + given.ftag;
  quantity.text = given.text;
  return QuantityNames(program).resolve("--slow", given.text, quantity);
}

}  // namespace dps::commands
