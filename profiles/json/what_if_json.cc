#include "profiles/json/what_if_json.h"

#include <string_view>

#include <fmt/format.h>

#include "base/check.h"
#include "profiles/json/json_fields.h"

namespace dps::profiles {
template <typename Visit>
void visit_fields(const WhatIfRow& row, Visit visit) {
  visit("name", row.name);
  visit("line", row.line);
  visit("factor", row.factor);
  visit("problem", row.problem);
  visit("makespan_s", row.makespan_s);
  visit("change_s", row.change_s);
  visit("path_s", row.path_s);
}

template <typename Visit>
void visit_fields(const WhatIf& row, Visit visit) {
  visit("runs", row.runs);
  visit("makespan_s", row.makespan_s);
  visit("path_s", row.path_s);
  visit("asked", row.questions);
}

std::string with_what_if(std::string result, const WhatIf& what_if) {
  constexpr std::string_view kEnd = "}\n";
  DPS_CHECK(result.ends_with(kEnd));
  result.resize(result.size() - kEnd.size());
  std::string head = json_line(fields_object(what_if));
  head.pop_back();
  const auto line = [](const WhatIfRow& row) { return json_line(fields_object(row)); };
  return fmt::format("{},\n \"what_if\": {},\n  \"rows\": {}}}}}\n", result, head,
                     json_lines(what_if.rows, "  ", line));
}

}  // namespace dps::profiles
