/// Setters that check a value and store it in a member of a struct of options.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options/option.h"
#include "base/text/quantities.h"
#include "base/time_units.h"

namespace dps::options {

/// Stores any text.
Setter into(std::string& out);

/// The setter of an option without a value.
Setter into(bool& flag);

/// Appends any text.
Setter append_to(std::vector<std::string>& list);

/// Appends the parts of "a,b,c".
Setter append_parts_to(std::vector<std::string>& list);

/// An option that gives names a value each.
struct PairOption {
  std::string_view name;
  std::string_view form = "NAME=VALUE";
  std::string_view if_twice = "";  ///< the end of the error for a name that is given twice
};

/// Stores NAME and VALUE of "NAME=VALUE". Errors: another form, or a name that is given already.
Setter pair_into(PairOption option, std::function<bool(const std::string& name)> is_given,
                 std::function<void(std::string name, std::string value)> store);

/// Stores a percentage from `least` to `most`.
struct Percentage {
  std::string_view option;
  double least;
  double most;
};
Setter percentage_into(std::optional<double>& out, Percentage wanted);

/// A time in messages: "--timeout", and examples for a text that is no time: "30s or 2min".
struct TimeName {
  std::string_view option;
  std::string_view examples;
};

/// Stores a time of at most text::kMaxSeconds: above 0 for positive_time_into(), at least 0 for
/// time_into(). Clocks count nanoseconds in 64 bits.
Setter time_into(std::optional<Seconds>& out, TimeName name);
Setter positive_time_into(std::optional<Seconds>& out, TimeName name);

/// A size in messages: "--eager", and an example for a text that is no size: "4KiB".
struct SizeName {
  std::string_view option;
  std::string_view example;
};

/// Stores a size in the syntax of text::parse_size(), of at most text::kMaxCount bytes.
Setter size_into(std::uint64_t& out, SizeName name);
Setter size_into(std::optional<std::uint64_t>& out, SizeName name);

/// Stores a whole number; `wanted` names the option.
template <typename Number>
Setter number_into(Number& out, text::WholeNumber wanted) {
  return [&out, wanted](const std::string& value) -> std::string {
    const auto number = text::read_whole(value, wanted);
    if (!number) {
      return number.error();
    }
    out = static_cast<Number>(*number);
    return "";
  };
}

template <typename Number>
Setter number_into(std::optional<Number>& out, text::WholeNumber wanted) {
  return [&out, wanted](const std::string& value) {
    return number_into(out.emplace(), wanted)(value);
  };
}

/// Stores the enumerator (or false and true) at the position of the value in `words`, the words of
/// the option. The value must be one of them.
template <typename Enum>
Setter choice_into(Enum& out, std::span<const std::string_view> words) {
  return [&out, words](const std::string& value) -> std::string {
    out = static_cast<Enum>(std::find(words.begin(), words.end(), value) - words.begin());
    return "";
  };
}
template <typename Enum>
Setter choice_into(std::optional<Enum>& out, std::span<const std::string_view> words) {
  return
      [&out, words](const std::string& value) { return choice_into(out.emplace(), words)(value); };
}

/// Calls `then` after `set` has stored a value without an error.
Setter followed_by(Setter set, std::function<void(const std::string& value)> then);

/// The first error that is not empty, or "".
std::string first_of(std::initializer_list<std::string> errors);

}  // namespace dps::options
