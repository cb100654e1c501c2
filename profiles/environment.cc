#include "profiles/environment.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/file_identity.h"
#include "profiles/result.h"

namespace dps::profiles {
namespace {

std::string text_of_json(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string json_form(std::string_view text) {
  return text_of_json(nlohmann::json(text));
}

std::string json_form(std::span<const std::string> texts) {
  return text_of_json(nlohmann::json(std::vector<std::string>(texts.begin(), texts.end())));
}

std::string readable_form(std::string_view json) {
  const nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (!value.is_array()) {
    return std::string(json);
  }
  std::string out;
  for (const nlohmann::json& element : value) {
    out += out.empty() ? "" : " ";
    out += element.is_string() ? element.get<std::string>() : text_of_json(element);
  }
  return out;
}

std::string environment_of(const RunResult& result, std::string_view name) {
  const auto entry = std::find_if(result.environment.begin(), result.environment.end(),
                                  [&](const auto& one) { return one.first == name; });
  return entry == result.environment.end() ? "" : readable_form(entry->second);
}

std::string machine_of(const RunResult& result) {
  return plain_path(environment_of(result, "machine"));
}

}  // namespace dps::profiles
