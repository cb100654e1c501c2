#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "blueprint/editing/rename.h"
#include "blueprint/editing/steps.h"
#include "blueprint/editing/words.h"

namespace dps::blueprint {
namespace {

/// The fields, or the flag, of a property in its line.
struct Place {
  Property property;
  NameKind kind;
  std::string_view what;
  std::size_t field = 0;          ///< its first field; 0: the argument of a flag
  bool is_rest = false;           ///< all fields from there on
  std::string_view flag{};        ///< -b
  std::string_view other_flag{};  ///< the flag by its other name
};

constexpr std::array<Place, 18> kPlaces{{
    {Property::kCount, NameKind::kProcess, "the number of clones", 2},
    {Property::kSize, NameKind::kOutput, "the size", 0, false, "-b", "-s"},
    {Property::kCopies, NameKind::kOutput, "the number of messages", 0, false, "-n", "-n"},
    {Property::kType, NameKind::kOutput, "the message type", 0, false, "-t", "-m"},
    {Property::kReceivers, NameKind::kOutput, "the receivers", 2},
    {Property::kPick, NameKind::kOutput, "the choice of a receiver", 0, false, "-pick", "-pick"},
    {Property::kWindow, NameKind::kOutput, "the window", 0, false, "-window", "-window"},
    {Property::kOperation, NameKind::kOutput, "the operation", 0, false, "-collective",
     "-collective"},
    {Property::kRoot, NameKind::kOutput, "the root", 0, false, "-root", "-root"},
    {Property::kAlgorithm, NameKind::kOutput, "the algorithm", 0, false, "-alg", "-alg"},
    {Property::kCombine, NameKind::kOutput, "the combination", 0, false, "-combine", "-combine"},
    {Property::kWork, NameKind::kComputation, "the computation", 2, true},
    {Property::kPairs, NameKind::kCollection, "what it waits for", 2, true},
    {Property::kAwaited, NameKind::kFunctionality, "what it waits for", kAwaitedField},
    {Property::kComputes, NameKind::kFunctionality, "the computations", kComputesField},
    {Property::kSends, NameKind::kFunctionality, "the outputs", kSendsField},
    {Property::kNext, NameKind::kFunctionality, "the next unit", kNextField},
    {Property::kValue, NameKind::kVariable, "the value", 2, true},
}};

void set_flag(Draft& draft, const Change& edit, const Place& place) {
  const OutlineLine& line = *draft.find(edit.kind, edit.name);
  std::size_t type = 2;  // the field before a new flag
  for (std::size_t at = 3; at + 1 < line.fields.size(); ++at) {
    const std::string_view field = draft.field(line, at);
    if (field == place.flag || field == place.other_flag) {
      if (edit.text.empty()) {
        draft.set_fields(line, at, 2, "");
      } else {
        draft.set_fields(line, at + 1, 1, edit.text);
      }
      return;
    }
    type = field == "-t" || field == "-m" ? at + 1 : type;
  }
  if (!edit.text.empty()) {
    draft.set_fields(line, type + 1, 0, fmt::format("{} {}", place.flag, edit.text));
  }
}

}  // namespace

Refusal apply(Draft& draft, const Change& edit) {
  const auto* place = std::find_if(kPlaces.begin(), kPlaces.end(), [&](const Place& each) {
    return each.property == edit.property && each.kind == edit.kind;
  });
  if (place == kPlaces.end()) {
    return fmt::format("{} {} has no such property", noun_of(edit.kind), text::quoted(edit.name));
  }
  if (auto refused = refuse_unknown(draft, edit.kind, edit.name)) {
    return refused;
  }
  const bool removes = place->field == 0 && place->property != Property::kType && edit.text.empty();
  const std::string letter(draft.field(*draft.find(edit.kind, edit.name), 0));
  if (!removes) {
    if (auto refused = refuse_words(letter.front(), place->what, edit.text,
                                    {1, place->is_rest ? kMostWords : 1})) {
      return refused;
    }
  }
  const OutlineLine& line = *draft.find(edit.kind, edit.name);
  // A new flag stands behind the receivers.
  constexpr std::size_t kReceiversField = 2;
  const std::size_t needed = place->field == 0 ? kReceiversField : place->field;
  if (auto refused = refuse_short(line, needed, edit.name)) {
    return refused;
  }
  if (place->field == 0) {
    set_flag(draft, edit, *place);
  } else {
    draft.set_fields(line, place->field, place->is_rest ? line.fields.size() - place->field : 1,
                     edit.text);
  }
  return std::nullopt;
}

Refusal apply(Draft& draft, const Renaming& edit) {
  if (draft.outline().mentions_of(edit.kind, edit.from).empty()) {
    return fmt::format("there is no {} {}", noun_of(edit.kind), text::quoted(edit.from));
  }
  if (auto refused = refuse_words('P', "the name", edit.to)) {
    return refused;
  }
  auto changes = rename(draft.outline(), edit);
  if (!changes) {
    return changes.error();
  }
  draft.replace_all(*changes);
  return std::nullopt;
}

}  // namespace dps::blueprint
