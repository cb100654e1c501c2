#include "base/options/setters.h"

#include <utility>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::options {
namespace {

bool has_sign(const std::string& value) {
  return value.starts_with('-') || value.starts_with('+');
}

Setter limited_time_into(std::optional<Seconds>& out, TimeName name, bool is_positive) {
  return [&out, name, is_positive](const std::string& value) -> std::string {
    const auto seconds = text::read_seconds(value, name.option);
    if (seconds ? *seconds <= 0 && is_positive : has_sign(value) || !text::looks_like_time(value)) {
      return fmt::format("{}: expected a time such as {}, got '{}'{}", name.option, name.examples,
                         printable(value), text::suggest_time(value));
    }
    if (!seconds) {
      return seconds.error();  // it is too large
    }
    out = Seconds(*seconds);
    return "";
  };
}

}  // namespace

Setter into(std::string& out) {
  return [&out](const std::string& value) {
    out = value;
    return std::string();
  };
}

Setter into(bool& flag) {
  return [&flag](const std::string& /*value*/) {
    flag = true;
    return std::string();
  };
}

Setter append_to(std::vector<std::string>& list) {
  return [&list](const std::string& value) {
    list.push_back(value);
    return std::string();
  };
}

Setter append_parts_to(std::vector<std::string>& list) {
  return [&list](const std::string& value) {
    for (std::size_t begin = 0; begin <= value.size();) {
      const std::size_t comma = std::min(value.find(',', begin), value.size());
      list.push_back(value.substr(begin, comma - begin));
      begin = comma + 1;
    }
    return std::string();
  };
}

Setter pair_into(PairOption option, std::function<bool(const std::string& name)> is_given,
                 std::function<void(std::string name, std::string value)> store) {
  return [option, is_given = std::move(is_given),
          store = std::move(store)](const std::string& value) -> std::string {
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fmt::format("{}: expected {}, got '{}'", option.name, option.form, printable(value));
    }
    std::string name = value.substr(0, equals);
    if (is_given(name)) {
      return fmt::format("{} {} is given twice{}", option.name, printable(name), option.if_twice);
    }
    store(std::move(name), value.substr(equals + 1));
    return "";
  };
}

Setter time_into(std::optional<Seconds>& out, TimeName name) {
  return limited_time_into(out, name, false);
}

Setter positive_time_into(std::optional<Seconds>& out, TimeName name) {
  return limited_time_into(out, name, true);
}

Setter size_into(std::uint64_t& out, SizeName name) {
  return [&out, name](const std::string& value) -> std::string {
    if (!text::looks_like_size(value)) {
      return fmt::format("{}: expected a size such as {}, got '{}'", name.option, name.example,
                         printable(value));
    }
    const auto size = text::read_host_memory(value, name.option);
    out = size.value_or(0);
    return size ? "" : size.error();
  };
}

Setter size_into(std::optional<std::uint64_t>& out, SizeName name) {
  return [&out, name](const std::string& value) { return size_into(out.emplace(), name)(value); };
}

Setter percentage_into(std::optional<double>& out, Percentage wanted) {
  return [&out, wanted](const std::string& value) -> std::string {
    const auto percent = text::read_real(value, wanted.option);
    if (!percent) {
      return percent.error();
    }
    if (*percent < wanted.least || *percent > wanted.most) {
      return fmt::format("{} must be a percentage from {} to {}, got '{}'", wanted.option,
                         wanted.least, wanted.most, printable(value));
    }
    out = *percent;
    return "";
  };
}

Setter followed_by(Setter set, std::function<void(const std::string& value)> then) {
  return [set = std::move(set), then = std::move(then)](const std::string& value) {
    std::string wrong = set(value);
    if (wrong.empty()) {
      then(value);
    }
    return wrong;
  };
}

std::string first_of(std::initializer_list<std::string> errors) {
  const auto* const found = std::find_if(errors.begin(), errors.end(),
                                         [](const std::string& error) { return !error.empty(); });
  return found == errors.end() ? "" : *found;
}

}  // namespace dps::options
