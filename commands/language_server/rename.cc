#include "commands/language_server/rename.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/expression/expression.h"
#include "base/text/problems.h"
#include "blueprint/reading/reader.h"
#include "blueprint/reading/tags.h"

namespace dps::commands {
namespace {

using blueprint::Mention;
using blueprint::NameKind;
using blueprint::Program;

struct Renaming {
  NameKind kind;
  std::string from;
  std::string to;
};

void replace(const Renaming& renaming, NameKind kind, std::string& name) {
  if (kind == renaming.kind && name == renaming.from) {
    name = renaming.to;
  }
}

/// The program with a name changed, and without places, which the change moves.
Program renamed(Program program, const Renaming& renaming) {
  for (blueprint::Definition& definition : program.definitions) {
    replace(renaming, blueprint::kind_of(definition.section), definition.tag);
    definition.tag_span = {};
  }
  for (blueprint::MessageType& type : program.message_types) {
    replace(renaming, NameKind::kMessage, type.mtag);
    type.awaited_at = {};
    type.sent_at = {};
  }
  for (blueprint::LogicalHost& host : program.logical_hosts) {
    replace(renaming, NameKind::kHost, host.htag);
    host.span = {};
    for (blueprint::Constraint& constraint : host.constraints) {
      constraint.span = {};
    }
  }
  for (blueprint::Variable& variable : program.variables) {
    replace(renaming, NameKind::kVariable, variable.name);
  }
  return program;
}

std::size_t errors_in(const std::vector<Diagnostic>& diagnostics) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(),
                    [](const Diagnostic& each) { return each.severity == Severity::kError; }));
}

/// True if the text after the change is the same blueprint with another name; if the blueprint has
/// errors, true if it has no more of them.
bool is_same(const std::string& before, const std::string& after, const Renaming& renaming) {
  auto old_reading = blueprint::read_blueprint({"", before});
  auto new_reading = blueprint::read_blueprint({"", after});
  if (!old_reading.program) {
    return errors_in(new_reading.diagnostics) <= errors_in(old_reading.diagnostics);
  }
  const Renaming none{renaming.kind, "", ""};
  return new_reading.program && renamed(*std::move(old_reading.program), renaming) ==
                                    renamed(*std::move(new_reading.program), none);
}

std::optional<std::string> refusal(const blueprint::Outline& outline, const Renaming& renaming) {
  auto refused = renaming.kind == NameKind::kVariable
                     ? expression::refuse_variable_name(renaming.to)
                     : blueprint::refuse_tag(renaming.to, blueprint::noun_of(renaming.kind));
  if (refused) {
    return refused;
  }
  if (!outline.mentions_of(renaming.kind, renaming.to).empty()) {
    return fmt::format("{} exists already ({})", text::quoted(renaming.to),
                       blueprint::noun_of(renaming.kind));
  }
  return std::nullopt;
}

const Mention* renameable(Document& document, LspPosition position) {
  const auto at = static_cast<std::uint32_t>(document.lines().offset(position));
  const Mention* mention = document.outline().mention_at(at);
  return mention == nullptr || !mention->is_written || mention->name.empty() ? nullptr : mention;
}

}  // namespace

Json prepare_rename(Document& document, LspPosition position) {
  const Mention* mention = renameable(document, position);
  if (mention == nullptr) {
    return nullptr;
  }
  return {{"range", json_of(document.lines(), mention->place)}, {"placeholder", mention->name}};
}

tl::expected<Json, std::string> rename(Document& document, LspPosition position,
                                       const std::string& new_name) {
  const Mention* mention = renameable(document, position);
  if (mention == nullptr) {
    return tl::unexpected<std::string>("there is no name that can be changed here");
  }
  const blueprint::Outline& outline = document.outline();
  const Renaming renaming{mention->kind, mention->name, new_name};
  Json edits = Json::array();
  if (renaming.from == new_name) {
    return Json{{"changes", {{document.uri(), edits}}}};
  }
  if (auto refused = refusal(outline, renaming)) {
    return tl::unexpected(*std::move(refused));
  }
  auto mentions = outline.mentions_of(renaming.kind, renaming.from);
  std::sort(mentions.begin(), mentions.end(),
            [](const auto* a, const auto* b) { return a->place.begin < b->place.begin; });
  std::string after;
  std::size_t at = 0;
  for (const Mention* each : mentions) {
    if (each->is_written) {
      after += document.text().substr(at, each->place.begin - at) + new_name;
      at = each->place.end;
      edits.push_back(edit_json(document.lines(), each->place, new_name));
    }
  }
  after += document.text().substr(at);
  if (!is_same(document.text(), after, renaming)) {
    return tl::unexpected(
        fmt::format("the blueprint would not be the same with {} in place of {}: perhaps an "
                    "expression in braces or the beginning of a name mentions it, or the new name "
                    "has another meaning there",
                    text::quoted(new_name), text::quoted(renaming.from)));
  }
  return Json{{"changes", {{document.uri(), std::move(edits)}}}};
}

}  // namespace dps::commands
