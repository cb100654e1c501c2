#include "profiles/json/what_if_json.h"

#include <cmath>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"

namespace dps::profiles {
namespace {

using WhatIfJson = nlohmann::ordered_json;

template <typename Visit>
void visit_what_if(const WhatIfRow& row, Visit visit) {
  visit("name", row.name);
  visit("line", row.line);
  visit("factor", row.factor);
  visit("problem", row.problem);
  visit("makespan_s", row.makespan_s);
  visit("change_s", row.change_s);
  visit("path_s", row.path_s);
}

template <typename Visit>
void visit_what_if(const WhatIf& row, Visit visit) {
  visit("runs", row.runs);
  visit("makespan_s", row.makespan_s);
  visit("path_s", row.path_s);
  visit("asked", row.asked);
}

template <typename Row>
std::string what_if_text(const Row& row) {
  WhatIfJson object = WhatIfJson::object();
  visit_what_if(row, [&](const char* key, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
      object[key] = std::isfinite(value) ? WhatIfJson(value) : WhatIfJson();
    } else {
      object[key] = value;
    }
  });
  return object.dump(-1, ' ', false, WhatIfJson::error_handler_t::replace);
}

}  // namespace

std::string with_what_if(std::string result, const WhatIf& what_if) {
  constexpr std::string_view kEnd = "}\n";
  DPS_CHECK(result.ends_with(kEnd));
  result.resize(result.size() - kEnd.size());
  std::string head = what_if_text(what_if);
  head.pop_back();
  std::string rows;
  for (const WhatIfRow& row : what_if.rows) {
    rows += fmt::format("{}   {}", rows.empty() ? "\n" : ",\n", what_if_text(row));
  }
  return fmt::format("{},\n \"what_if\": {},\n  \"rows\": [{}]}}}}\n", result, head,
                     rows.empty() ? "" : rows + "\n  ");
}

}  // namespace dps::profiles
