#include "predictor/calibration/operations/operation_choice.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/operations/operations.h"
#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::calibration {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const operations::ParasolOperation& operation : operations::all_operations()) {
    names.emplace_back(operation.name);
  }
  for (const operations::ParasolOperationGroup& group : operations::operation_groups()) {
    names.push_back("@" + std::string(group.name));
  }
  return names;
}

}  // namespace

Result<std::vector<std::string_view>> chosen_operations(std::string_view list) {
  std::array<bool, operations::kOperationCount> is_chosen{};
  is_chosen.fill(list.empty());
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    const std::uint32_t group = name.starts_with('@') ? operations::find_group(name.substr(1)) : 0;
    const auto operation = operations::find_operation(name);
    if (group == 0 && !operation) {
      return failure(ErrorCode::kInput,
                     fmt::format("--only: '{}' is neither an operation nor a group{}",
                                 printable(name), did_you_mean(name, all_names())));
    }
    for (std::size_t i = 0; i < is_chosen.size(); ++i) {
      is_chosen[i] =
          is_chosen[i] || operation == i || (operations::all_operations()[i].groups & group) != 0;
    }
  }
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < is_chosen.size(); ++i) {
    if (is_chosen[i]) {
      names.push_back(operations::all_operations()[i].name);
    }
  }
  return names;
}

}  // namespace dps::calibration
