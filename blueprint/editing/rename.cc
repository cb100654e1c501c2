#include "blueprint/editing/rename.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/expression/expression.h"
#include "base/text/problems.h"
#include "blueprint/editing/errors_in.h"
#include "blueprint/reading/reader.h"
#include "blueprint/reading/tags.h"

namespace dps::blueprint {
namespace {

void replace(const Renaming& renaming, NameKind kind, std::string& name) {
  if (kind == renaming.kind && name == renaming.from) {
    name = renaming.to;
  }
}

/// The program with a name changed, and without places, which the change moves.
Program renamed(Program program, const Renaming& renaming) {
  for (Definition& definition : program.definitions) {
    replace(renaming, kind_of(definition.section), definition.tag);
    definition.tag_span = {};
  }
  for (MessageType& type : program.message_types) {
    replace(renaming, NameKind::kMessage, type.mtag);
    type.awaited_at = {};
    type.sent_at = {};
  }
  for (LogicalHost& host : program.logical_hosts) {
    replace(renaming, NameKind::kHost, host.htag);
    host.span = {};
    for (Constraint& constraint : host.constraints) {
      constraint.span = {};
    }
  }
  for (Variable& variable : program.variables) {
    replace(renaming, NameKind::kVariable, variable.name);
  }
  return program;
}

/// True if the text after the change is the same blueprint with another name; if the blueprint has
/// errors, true if it has no more of them.
bool is_same(std::string_view before, const std::string& after, const Renaming& renaming) {
  auto old_reading = read_blueprint({"", std::string(before)});
  auto new_reading = read_blueprint({"", after});
  if (!old_reading.program) {
    return errors_in(new_reading.diagnostics) <= errors_in(old_reading.diagnostics);
  }
  const Renaming none{renaming.kind, "", ""};
  return new_reading.program && renamed(*std::move(old_reading.program), renaming) ==
                                    renamed(*std::move(new_reading.program), none);
}

std::optional<std::string> refusal(const Outline& outline, const Renaming& renaming) {
  auto refused = renaming.kind == NameKind::kVariable
                     ? expression::refuse_variable_name(renaming.to)
                     : refuse_tag(renaming.to, noun_of(renaming.kind));
  if (refused) {
    return refused;
  }
  if (!outline.mentions_of(renaming.kind, renaming.to).empty()) {
    return fmt::format("{} already exists ({})", text::quoted(renaming.to), noun_of(renaming.kind));
  }
  return std::nullopt;
}

}  // namespace

tl::expected<std::vector<TextChange>, std::string> rename(const Outline& outline,
                                                          const Renaming& renaming) {
  std::vector<TextChange> changes;
  if (renaming.from == renaming.to) {
    return changes;
  }
  if (auto refused = refusal(outline, renaming)) {
    return tl::unexpected(*std::move(refused));
  }
  for (const Mention* each : outline.mentions_of(renaming.kind, renaming.from)) {
    if (each->is_written) {
      changes.push_back({each->place, renaming.to});
    }
  }
  std::sort(changes.begin(), changes.end(),
            [](const TextChange& a, const TextChange& b) { return a.place.begin < b.place.begin; });
  const std::string_view text = outline.source().text();
  if (!is_same(text, changed(text, changes), renaming)) {
    return tl::unexpected(
        fmt::format("the new name {} would change the blueprint: an expression in braces or the "
                    "beginning of a name may mention {}, or the new name has another meaning there",
                    text::quoted(renaming.to), text::quoted(renaming.from)));
  }
  return changes;
}

}  // namespace dps::blueprint
