#include "blueprint/editing/edit.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "blueprint/editing/draft.h"
#include "blueprint/editing/errors_in.h"
#include "blueprint/editing/picture.h"
#include "blueprint/editing/steps.h"
#include "blueprint/reading/reader.h"

namespace dps::blueprint {
namespace {

/// An error of the new text that the old one has not; as far as that is known, since their places
/// differ.
std::string new_error(const std::vector<Diagnostic>& before, const std::vector<Diagnostic>& after) {
  for (const Diagnostic& error : after) {
    const bool is_old = std::any_of(before.begin(), before.end(), [&](const Diagnostic& each) {
      return each.text == error.text && each.severity == error.severity;
    });
    if (error.severity == Severity::kError && !is_old) {
      return error.text;
    }
  }
  return "it would have more errors";
}

}  // namespace

tl::expected<std::vector<TextChange>, std::string> edit_blueprint(const std::string& text,
                                                                  std::span<const Edit> edits) {
  Draft draft(text);
  if (draft.outline().lines().size() > kMostPicturedLines) {
    return tl::unexpected(
        fmt::format("the text has more than {} lines, which can only be edited as text",
                    format_count(kMostPicturedLines)));
  }
  for (const Edit& edit : edits) {
    auto refused = std::visit([&](const auto& each) { return apply(draft, each); }, edit);
    if (refused) {
      return tl::unexpected(*std::move(refused));
    }
  }
  const auto before = read_blueprint({"", text});
  const auto after = read_blueprint({"", draft.text()});
  if (errors_in(after.diagnostics) > errors_in(before.diagnostics)) {
    return tl::unexpected("the text would have a mistake: " +
                          new_error(before.diagnostics, after.diagnostics));
  }
  return line_changes(text, draft.text());
}

}  // namespace dps::blueprint
