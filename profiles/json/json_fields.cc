#include "profiles/json/json_fields.h"

namespace dps::profiles {
namespace {

bool is_null(TreeReader& in, const Tree& object, const KeyPath& at, std::string_view key) {
  const Tree* value = in.find_optional(object, at, key);
  return value != nullptr && value->is_null();
}

}  // namespace

OrderedJson json_value(const std::vector<std::pair<std::string, double>>& variables) {
  OrderedJson object = OrderedJson::object();
  for (const auto& [name, value] : variables) {
    const bool is_whole = std::abs(value) < 0x1p53 && std::trunc(value) == value;
    const double finite = std::isfinite(value) ? value : 0;
    object[name] = is_whole ? OrderedJson(static_cast<std::int64_t>(value)) : OrderedJson(finite);
  }
  return object;
}

Counted read_counted(TreeReader& in, const Tree& object, const KeyPath& at) {
  if (is_null(in, object, at, "msgs_out")) {
    return Counted::kNothing;
  }
  return is_null(in, object, at, "bytes_out") ? Counted::kMessages : Counted::kAll;
}

}  // namespace dps::profiles
