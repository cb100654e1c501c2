#include "studio/hub/worker_request.h"

#include <map>
#include <vector>

#include "studio/hub/messages.h"

namespace dps::studio {
namespace {

using Json = nlohmann::json;

/// The name of a text, also of one without a file.
std::string name_of(const std::string& path) {
  return path.empty() ? "blueprint.txt" : path;
}

/// The members that single parts have.
void add_others(const Json& message, OrderedJson& request) {
  OrderedJson& others = request["others"] = OrderedJson::array();
  for (const Json& other : message.at("others").get_ref<const Json::array_t&>()) {
    others.push_back({{"name", other.at("name").get<std::string>()},
                      {"saved", other.at("saved").get<std::string>()}});
  }
}

}  // namespace

OrderedJson worker_request(const Json& message, const WorkerInput& input) {
  const std::string part = message.at("part");
  OrderedJson request{
      {"id", message.at("id").get<std::uint64_t>()},
      {"number", message.at("number").get<std::uint64_t>()},
      {"part", part},
      {"path", name_of(input.path)},
      {"text", message.contains("text") ? message["text"].get<std::string>() : input.text},
      {"settings", message.at("settings").get<std::map<std::string, std::string>>()},
      {"seed", message.at("seed").get<std::uint64_t>()},
      {"memory", input.memory},
      {"machine",
       {{"name", message.at("machine").get<std::string>()},
        {"text", input.machine},
        {"changes", message.at("changes").get<std::vector<std::string>>()}}}};
  if (part == "compare") {
    add_others(message, request);
  }
  if (part == "sweep") {
    const Json& sweep = message.at("sweep");
    request["sweep"] = {{"of_machine", sweep.at("of_machine").get<bool>()},
                        {"name", sweep.at("name").get<std::string>()},
                        {"values", sweep.at("values").get<std::string>()},
                        {"column", sweep.at("column").get<std::string>()}};
  }
  if (part == "measured") {
    request["others"] = {{{"name", "the run"}, {"saved", input.measured}}};
  }
  return request;
}

OrderedJson run_plan_request(const ShownRun& shown, const RunPlace& place, std::uint64_t memory) {
  return {{"id", shown.id},
          {"number", shown.number},
          {"part", "run_plan"},
          {"path", name_of(place.path)},
          {"text", shown.text},
          {"settings", shown.settings},
          {"seed", shown.seed},
          {"memory", memory},
          {"machine", {{"name", ""}, {"text", ""}, {"changes", Json::array()}}},
          {"run",
           {{"folder", place.folder},
            {"hosts", place.hosts},
            {"hosts_text", shown.hosts.value_or("")},
            {"has_file", !place.path.empty()},
            {"libraries", place.libraries},
            {"runs", shown.runs}}}};
}

}  // namespace dps::studio
