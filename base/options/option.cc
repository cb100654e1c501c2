#include "base/options/option.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dps::options {

Syntax& Syntax::add(Option option) {
  options.push_back(std::move(option));
  return *this;
}

Syntax& Syntax::add(std::vector<Option> more) {
  std::move(more.begin(), more.end(), std::back_inserter(options));
  return *this;
}

const Option* Syntax::find(std::string_view name) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](const Option& option) {
    return option.name == name || (!option.short_name.empty() && option.short_name == name);
  });
  return found == options.end() ? nullptr : &*found;
}

}  // namespace dps::options
