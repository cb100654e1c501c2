#include "commands/studio/run_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "blueprint/terrain/host_list.h"
#include "commands/check/run_refusals.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/host_choice.h"
#include "commands/cli/run_target.h"
#include "commands/cli/unknown_calls.h"
#include "commands/groups/execution_options.h"
#include "commands/studio/command_words.h"
#include "coordinator/session/limits.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;
using blueprint::ComputationKind;

/// The maximum number of listed instances of a line that differ from others only in numbers.
constexpr std::size_t kMostWithOtherNumbers = 100;
/// The maximum number of listed instances; the others are counted by line.
constexpr std::size_t kMostExecuted = 10'000;

/// The words of the command; empty if the text has no file that a command could name.
std::vector<std::string> planned_words(const StudioRequest& request) {
  if (!request.run.has_file) {
    return {};
  }
  std::vector<std::string> words{"dps", "run", request.blueprint.path};
  if (request.run.hosts.path.empty()) {
    words.insert(words.end(), {"--launcher", "local"});
  } else {
    words.insert(words.end(), {"--hosts", request.run.hosts.path});
  }
  add_settings(request.settings, words);
  for (const std::string& library : request.run.libraries) {
    words.insert(words.end(), {"--userfuncs", library});
  }
  if (request.run.runs != 1) {
    words.insert(words.end(), {"--runs", std::to_string(request.run.runs)});
  }
  add_seed(request, words);
  return words;
}

std::vector<std::string> shown_words(const blueprint::Program& program,
                                     const blueprint::Computation& one) {
  std::vector<std::string> words;
  for (const std::string& word : program.words_of(one)) {
    words.push_back(printable(word));
  }
  return words;
}

bool is_number(std::string_view word) {
  word.remove_prefix(word.starts_with('-') ? 1 : 0);
  return !word.empty() && word.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// The words with each argument that is a number replaced, so that instances which differ in
/// numbers alone have the same form.
std::vector<std::string> form_of(std::vector<std::string> words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_number(words[i])) {
      words[i] = "0";
    }
  }
  return words;
}

/// The instances of a line: those that are listed, by form, and the number of the others.
struct LineInstances {
  std::set<std::vector<std::string>> seen;
  std::set<std::vector<std::string>> forms;
  std::size_t hidden = 0;
  bool hides_forms = false;

  /// Returns true if the words must be listed. `has_room`: the whole list has room.
  bool add(const std::vector<std::string>& words, bool has_room) {
    if (!seen.insert(words).second) {
      return false;
    }
    const bool is_new_form = forms.insert(form_of(words)).second;
    const bool is_listed =
        has_room && (is_new_form || seen.size() - hidden <= kMostWithOtherNumbers);
    hidden += is_listed ? 0 : 1;
    hides_forms = hides_forms || (is_new_form && !is_listed);
    return is_listed;
  }
};

/// Each function of `call` and each program of `exec`, with its arguments. Hidden
/// instances are counted by line.
Json executed_by(const blueprint::Program& program) {
  Json list = Json::array();
  std::map<std::uint32_t, LineInstances> lines;
  const auto place = [&](std::uint32_t definition) {
    return Json{{"line", program.definitions[definition].tag_span.line},
                {"tag", program.tag(definition)}};
  };
  for (const blueprint::Computation& one : program.computations) {
    const bool is_call = one.kind == ComputationKind::kCall;
    if (!is_call && one.kind != ComputationKind::kExec) {
      continue;
    }
    std::vector<std::string> words = shown_words(program, one);
    if (lines[one.definition].add(words, list.size() < kMostExecuted)) {
      Json& added = list.emplace_back(place(one.definition));
      added["kind"] = is_call ? "call" : "exec";
      added["words"] = std::move(words);
    }
  }
  Json hidden = Json::array();
  for (const auto& [definition, instances] : lines) {
    if (instances.hidden > 0) {
      Json& added = hidden.emplace_back(place(definition));
      added["count"] = instances.hidden;
      added["numbers_only"] = !instances.hides_forms;
    }
  }
  return {{"list", std::move(list)}, {"hidden", std::move(hidden)}};
}

class RunPlan {
 public:
  RunPlan(const StudioRequest& request, const Answers& answers)
      : request_(request), answers_(answers) {}

  void run() {
    if (!read_blueprint() || !read_hosts() || !place()) {
      return;
    }
    const blueprint::Program& program = *file_.program;
    Json answer = answers_.begin("result");
    answer["plan"] = {{"launcher", choice_.launcher},      {"hosts", hosts()},
                      {"processes", processes()},          {"executed", executed_by(program)},
                      {"libraries", libraries()},          {"problems", problems()},
                      {"command", planned_words(request_)}};
    answers_.send(answer);
  }

 private:
  bool read_blueprint() {
    BlueprintOptions given;
    given.settings = request_.settings;
    auto file = read_blueprint_file(given, request_.blueprint, coordinator::kMostProcesses);
    if (!file) {
      return answers_.fail(file.error().message);
    }
    file_ = *std::move(file);
    return file_.program ||
           answers_.fail_with("the text has errors", file_.source, file_.diagnostics);
  }

  bool read_hosts() {
    choice_.launcher = "local";
    if (request_.run.hosts.path.empty()) {
      return true;
    }
    choice_.launcher = "ssh";
    const terrain::HostList list = terrain::read_hosts_file(request_.run.hosts);
    for (const terrain::ListedHost& listed : list.hosts) {
      choice_.hosts.push_back(host_of(listed));
    }
    return !choice_.hosts.empty() ||
           answers_.fail_with("the hosts file names no host", request_.run.hosts, list.diagnostics);
  }

  bool place() {
    auto placement = initial_placement(choice_, *file_.program);
    if (!placement) {
      return answers_.fail(placement.error().report);
    }
    placement_ = *std::move(placement);
    return true;
  }

  [[nodiscard]] bool is_placed() const { return placement_.is_complete(*file_.program); }

  /// The hosts, without the numbers of processes if these depend on the answers of the hosts.
  [[nodiscard]] Json hosts() const {
    std::vector<std::size_t> counts(placement_.hosts.size());
    for (const std::uint32_t host : placement_.host_of) {
      ++counts[host];
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < placement_.hosts.size(); ++i) {
      const coordinator::Host& host = placement_.hosts[i];
      list.push_back({{"name", host.name},
                      {"login", host.login},
                      {"address", host.address_given ? host.address : ""},
                      {"path", host.program_path},
                      {"folder", host.folder.empty() ? request_.run.folder : host.folder},
                      {"processes", is_placed() ? Json(counts[i]) : Json(nullptr)}});
    }
    return list;
  }

  [[nodiscard]] Json processes() const {
    Json list = Json::array();
    for (const blueprint::ProcessGroup& group : file_.program->groups) {
      list.push_back({{"ptag", file_.program->tag(group.definition)}, {"count", group.count}});
    }
    return list;
  }

  [[nodiscard]] Json libraries() const {
    Json list = Json::array();
    for (const std::string& library : request_.run.libraries) {
      list.push_back(printable(library));
    }
    return list;
  }

  /// Returns true if the called function may be in a library, which is not loaded for a plan.
  [[nodiscard]] bool may_have_library(std::uint32_t line) const {
    const blueprint::Program& program = *file_.program;
    return !request_.run.libraries.empty() &&
           std::any_of(program.computations.begin(), program.computations.end(),
                       [&](const blueprint::Computation& one) {
                         return one.kind == ComputationKind::kCall &&
                                program.definitions[one.definition].tag_span.line == line;
                       });
  }

  /// The known reasons for which the run would fail.
  [[nodiscard]] Json problems() const {
    Json list = Json::array();
    const bool is_local = choice_.hosts.empty();
    if (is_placed()) {
      for (const std::string& refusal :
           run_refusals(*file_.program, placement_, ExecutionOptions{}.max_message, is_local)) {
        list.push_back(refusal);
      }
    }
    if (is_local) {
      const std::string& folder = request_.run.folder;
      for (const Diagnostic& lack : find_unknown_calls(*file_.program, folder, {})) {
        if (may_have_library(lack.span.line)) {
          continue;
        }
        list.push_back(fmt::format("line {}: {}", lack.span.line, lack.text));
      }
    }
    return list;
  }

  const StudioRequest& request_;  // borrowed, like answers_
  const Answers& answers_;
  BlueprintFile file_;
  HostChoice choice_;
  coordinator::Placement placement_;
};

}  // namespace

void answer_run_plan(const StudioRequest& request, const Answers& answers) {
  RunPlan(request, answers).run();
}

}  // namespace dps::commands
