#include "commands/studio/machine_answers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "commands/predict/prediction_input.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;

std::vector<machines::MachineKey> keys_of(const std::string& text) {
  return machines::kind_of_machine(text).keys(text);
}

/// The text after the changes; nullopt after a failure, which was sent.
std::optional<std::string> changed_text_of(const StudioRequest& request, const Answers& answers) {
  const auto reading = machines::read_machine(request.machine);
  if (reading.machine == nullptr) {
    answers.fail_with("the machine has errors", request.machine, reading.diagnostics);
    return std::nullopt;
  }
  if (request.changes.empty()) {
    return request.machine.text;
  }
  auto changed = change_machine(request.machine, request.changes, reading.machine.get());
  if (!changed) {
    answers.fail(changed.error().message);
    return std::nullopt;
  }
  return std::move(changed->text);
}

}  // namespace

void answer_machine_keys(const StudioRequest& request, const Answers& answers) {
  const auto changed = changed_text_of(request, answers);
  if (!changed) {
    return;
  }
  std::map<std::string, std::string> of_file;
  for (const machines::MachineKey& key : keys_of(request.machine.text)) {
    of_file.emplace(key.name, key.value);
  }
  const auto keys = keys_of(*changed);
  const std::size_t count = std::min(keys.size(), kMostSentKeys);
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    const auto known = of_file.find(keys[i].name);
    list.push_back({{"name", keys[i].name},
                    {"value", keys[i].value},
                    {"of_file", known == of_file.end() ? Json() : Json(known->second)},
                    {"is_number", keys[i].scale != nullptr}});
  }
  Json answer = answers.begin("result");
  answer["keys"] = std::move(list);
  answer["more_keys"] = keys.size() - count;
  answers.send(answer);
}

void answer_machine_file(const StudioRequest& request, const Answers& answers) {
  if (const auto changed = changed_text_of(request, answers)) {
    Json answer = answers.begin("result");
    answer["file"] = *changed;
    answers.send(answer);
  }
}

}  // namespace dps::commands
