#include "predictor/machines/kinds/machine_changes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/printable.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::machines {
namespace {

/// Applies one change, without checking its values.
Result<ChangedText> with_change(std::string_view text, const Machine* machine,
                                const MachineChange& change) {
  return kind_of_machine(text).changed(text, machine, change);
}

/// The first error in a machine file; nullopt if there is none.
std::optional<std::string> error_in(const std::string& path, const std::string& text) {
  const MachineReading reading = read_machine({path, text});
  const auto error =
      std::find_if(reading.diagnostics.begin(), reading.diagnostics.end(),
                   [](const Diagnostic& one) { return one.severity == Severity::kError; });
  return error == reading.diagnostics.end() ? std::nullopt : std::optional(error->text);
}

/// The error of the first change after which the text is not a machine file.
Error first_error(const SourceText& source, std::span<const MachineChange> changes) {
  std::string text = source.text;
  for (const MachineChange& change : changes) {
    if (auto next = with_change(text, nullptr, change)) {
      text = std::move(next->text);
    }
    if (const auto wrong = error_in(source.path, text)) {
      return {ErrorCode::kInput, printable(text_of(change)) + ": " + *wrong};
    }
  }
  return {ErrorCode::kInput, "each change is possible alone, but not all of them together"};
}

}  // namespace

Result<std::string> changed_machine(const SourceText& source,
                                    std::span<const MachineChange> changes,
                                    const Machine* machine) {
  if (changes.empty()) {
    return source.text;
  }
  ChangedText changed{"", true};
  for (const MachineChange& change : changes) {
    const bool is_first = &change == changes.data();
    auto next =
        with_change(is_first ? source.text : changed.text, is_first ? machine : nullptr, change);
    if (!next) {
      return with_context(next.error(), printable(text_of(change)));
    }
    changed = {std::move(next->text), changed.is_checked && next->is_checked};
  }
  return !changed.is_checked && error_in(source.path, changed.text)
             ? tl::unexpected(first_error(source, changes))
             : Result<std::string>(std::move(changed.text));
}

Result<std::string> scaled_machine(const SourceText& source, std::string_view key, Factor factor) {
  const MachineKind& kind = kind_of_machine(source.text);
  const auto found = kind.find_key(source.text, key);
  if (!found) {
    return tl::unexpected(unknown_key(kind.keys(source.text), key));
  }
  if (factor.is_one()) {
    return source.text;  // a value that is now another key's would else become one of its own
  }
  if (found->scale == nullptr || found->value.empty()) {
    return failure(ErrorCode::kInput, "there is no value that could be multiplied");
  }
  auto changed =
      kind.changed(source.text, nullptr, {std::string(key), ChangeKind::kMultiply, "", factor});
  if (!changed) {
    return tl::unexpected(changed.error());
  }
  const auto wrong = changed->is_checked ? std::nullopt : error_in(source.path, changed->text);
  return wrong ? failure(ErrorCode::kInput, *wrong) : Result<std::string>(std::move(changed->text));
}

}  // namespace dps::machines
