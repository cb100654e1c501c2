#include "commands/studio/prediction_request.h"

namespace dps::commands {
namespace {

void read_parts(const nlohmann::json& message, StudioRequest& request) {
  if (request.part == "compare" || request.part == "measured") {
    for (const nlohmann::json& other : message.at("others")) {
      request.others.push_back({other.at("name"), other.at("saved")});
    }
  }
  if (request.part == "run_plan") {
    const nlohmann::json& run = message.at("run");
    request.run = {run.at("folder"),
                   {run.at("hosts"), run.at("hosts_text")},
                   run.at("runs"),
                   run.at("has_file"),
                   run.at("libraries")};
  }
  if (request.part == "sweep") {
    const nlohmann::json& sweep = message.at("sweep");
    request.sweep = {sweep.at("of_machine"), sweep.at("name"), sweep.at("values"),
                     sweep.at("column")};
  }
}

}  // namespace

tl::expected<StudioRequest, std::string> read_request(const nlohmann::json& message) {
  try {
    StudioRequest request;
    request.key = {message.at("id"), message.at("number")};
    request.part = message.at("part");
    request.blueprint = {message.at("path"), message.at("text")};
    for (const auto& [name, value] : message.at("settings").items()) {
      request.settings.emplace_back(name, value.get<std::string>());
    }
    request.seed = message.at("seed");
    const nlohmann::json& machine = message.at("machine");
    request.machine = {machine.at("name"), machine.at("text")};
    machine.at("changes").get_to(request.changes);
    request.memory = message.at("memory");
    read_parts(message, request);
    return request;
  } catch (const nlohmann::json::exception& mistake) {
    return tl::unexpected<std::string>(mistake.what());
  }
}

}  // namespace dps::commands
