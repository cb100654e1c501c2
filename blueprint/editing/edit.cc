#include "blueprint/editing/edit.h"

#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/units.h"
#include "blueprint/editing/draft.h"
#include "blueprint/editing/picture.h"
#include "blueprint/editing/steps.h"
#include "blueprint/reading/reader.h"

namespace dps::blueprint {
namespace {

/// The texts of the errors, since their places differ after an edit.
std::vector<std::string> errors_of(const std::string& text) {
  std::vector<std::string> all;
  for (const Diagnostic& each : read_blueprint({"", text}).diagnostics) {
    if (each.severity == Severity::kError) {
      all.push_back(each.text);
    }
  }
  return all;
}

/// Errors name a renamed tag or variable by its new name.
void rename_in(std::vector<std::string>& errors, std::span<const Edit> edits) {
  for (const Edit& edit : edits) {
    if (const auto* renaming = std::get_if<Renaming>(&edit)) {
      const std::string from = text::quoted(renaming->from);
      const std::string to = text::quoted(renaming->to);
      for (std::string& error : errors) {
        for (std::size_t at = 0; (at = error.find(from, at)) != std::string::npos;
             at += to.size()) {
          error.replace(at, from.size(), to);
        }
      }
    }
  }
}

/// An error of the new text that the old one has not, or has less often.
Refusal new_error(const std::string& before, const std::string& after,
                  std::span<const Edit> edits) {
  const auto found = errors_of(after);
  if (found.empty()) {
    return std::nullopt;
  }
  auto known = errors_of(before);
  rename_in(known, edits);
  std::multiset<std::string> left(known.begin(), known.end());
  for (const std::string& error : found) {
    const auto old = left.find(error);
    if (old == left.end()) {
      return "the text would have a mistake: " + error;
    }
    left.erase(old);
  }
  return std::nullopt;
}

}  // namespace

tl::expected<std::vector<TextChange>, std::string> edit_blueprint(const std::string& text,
                                                                  std::span<const Edit> edits) {
  Draft draft(text);
  if (draft.outline().lines().size() > kMostPicturedLines) {
    return tl::unexpected(
        fmt::format("the picture of a text of more than {} lines cannot be edited; edit the text",
                    format_count(kMostPicturedLines)));
  }
  for (const Edit& edit : edits) {
    auto refused = std::visit([&](const auto& each) { return apply(draft, each); }, edit);
    if (refused) {
      return tl::unexpected(*std::move(refused));
    }
  }
  if (auto error = new_error(text, draft.text(), edits)) {
    return tl::unexpected(*std::move(error));
  }
  return line_changes(text, draft.text());
}

}  // namespace dps::blueprint
