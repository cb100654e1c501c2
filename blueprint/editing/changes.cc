#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "blueprint/editing/rename.h"
#include "blueprint/editing/steps.h"
#include "blueprint/editing/words.h"

namespace dps::blueprint {
namespace {

/// The fields of all O lines, with the section letter.
constexpr std::size_t kReceiversField = 2;

enum class Form : std::uint8_t {
  kField,
  kRest,      ///< all fields from one on
  kArgument,  ///< of a flag
  kWord,      ///< a flag without an argument
};

/// The fields or the flag of a line that have a property.
struct Place {
  Property property;
  NameKind kind;
  std::string_view what;
  Form form = Form::kField;
  std::size_t field = 0;          ///< its first field; of a flag the one that it is, 0: any
  std::string_view flag{};        ///< -b; or one that may be before the rest
  std::string_view other_flag{};  ///< the flag by its other name
};

constexpr Place argument(Property property, std::string_view what, std::string_view flag,
                         std::string_view other_flag = {}) {
  return {property, NameKind::kOutput, what, Form::kArgument, 0, flag, other_flag};
}

constexpr Place word(Property property, NameKind kind, std::string_view flag,
                     std::size_t field = 0) {
  return {property, kind, flag, Form::kWord, field, flag, {}};
}

constexpr std::array<Place, 29> kPlaces{{
    {Property::kCount, NameKind::kProcess, "the number of clones", Form::kField, 2},
    argument(Property::kSize, "the size", "-b", "-s"),
    argument(Property::kCopies, "the number of messages", "-n"),
    argument(Property::kType, "the message type", "-t", "-m"),
    {Property::kReceivers, NameKind::kOutput, "the list of receivers", Form::kField,
     kReceiversField},
    argument(Property::kPick, "the choice of a receiver", "-pick"),
    argument(Property::kWindow, "the window", "-window"),
    argument(Property::kOperation, "the operation", "-collective"),
    argument(Property::kRoot, "the root", "-root"),
    argument(Property::kAlgorithm, "the algorithm", "-alg"),
    argument(Property::kCombine, "the combination", "-combine"),
    argument(Property::kDelay, "the time of the timer", "-d"),
    argument(Property::kPacked, "the packing", "-p"),
    argument(Property::kXdr, "the encoding", "-e"),
    argument(Property::kRoute, "the route", "-X"),
    word(Property::kRequest, NameKind::kOutput, "-new"),
    word(Property::kOthers, NameKind::kOutput, "-others"),
    word(Property::kEach, NameKind::kCollection, "-each", 2),
    word(Property::kEarly, NameKind::kUnit, "-early", 2),
    word(Property::kServer, NameKind::kProcess, "-server", 3),
    {Property::kWork, NameKind::kComputation, "the computation", Form::kRest, 2},
    {Property::kPairs, NameKind::kCollection, "the list of messages", Form::kRest, 2, "-each"},
    {Property::kChoices, NameKind::kUnit, "the list of functionalities", Form::kRest, 2, "-early"},
    {Property::kUnits, NameKind::kProcess, "the list of units", Form::kRest, 3, "-server"},
    {Property::kAwaited, NameKind::kFunctionality, "the collection", Form::kField, kAwaitedField},
    {Property::kComputes, NameKind::kFunctionality, "the list of computations", Form::kField,
     kComputesField},
    {Property::kSends, NameKind::kFunctionality, "the list of outputs", Form::kField, kSendsField},
    {Property::kNext, NameKind::kFunctionality, "the next unit", Form::kField, kNextField},
    {Property::kValue, NameKind::kVariable, "the value", Form::kRest, 2},
}};

bool is_flag(const Place& place) {
  return place.form == Form::kArgument || place.form == Form::kWord;
}

/// The position of a flag in its line; 0 if it is not there.
std::size_t find_flag(const Draft& draft, const OutlineLine& line, const Place& place) {
  const std::size_t first = place.field == 0 ? kReceiversField + 1 : place.field;
  const std::size_t end = place.field == 0 ? line.fields.size() : place.field + 1;
  for (std::size_t at = first; at < end; ++at) {
    const std::string_view field = draft.field(line, at);
    if (field == place.flag || (!field.empty() && field == place.other_flag)) {
      return at;
    }
  }
  return 0;
}

/// The field before a new flag: the type of an O line, or its receivers; of other lines, the one
/// directly before the place of the flag.
std::size_t before_new_flag(const Draft& draft, const OutlineLine& line, const Place& place) {
  if (place.field > 0) {
    return place.field - 1;
  }
  const std::size_t type = find_flag(draft, line, argument(Property::kType, "", "-t", "-m"));
  return type > 0 && type + 1 < line.fields.size() ? type + 1 : kReceiversField;
}

void set_flag(Draft& draft, const OutlineLine& line, const Change& edit, const Place& place) {
  const std::size_t at = find_flag(draft, line, place);
  const bool is_word = place.form == Form::kWord;
  if (at == 0) {
    if (!edit.text.empty()) {
      draft.set_fields(
          line, before_new_flag(draft, line, place) + 1, 0,
          is_word ? std::string(place.flag) : fmt::format("{} {}", place.flag, edit.text));
    }
  } else if (edit.text.empty()) {
    const std::size_t length = is_word ? 1 : 2;
    draft.set_fields(line, at, std::min(length, line.fields.size() - at), "");
  } else if (!is_word) {
    const std::size_t length = at + 1 < line.fields.size() ? 1 : 0;
    draft.set_fields(line, at + 1, length, edit.text);
  }
}

void set_fields(Draft& draft, const OutlineLine& line, const Change& edit, const Place& place) {
  const bool has_flag = !place.flag.empty() && draft.field(line, place.field) == place.flag;
  const std::size_t first = has_flag ? place.field + 1 : place.field;
  draft.set_fields(line, first, place.form == Form::kRest ? line.fields.size() - first : 1,
                   edit.text);
}

Refusal refuse_text(const Change& edit, const Place& place, char letter) {
  if (place.form == Form::kWord) {
    return edit.text.empty() || edit.text == kOn
               ? std::nullopt
               : Refusal(fmt::format("{} must be {} or absent, got {}", place.what,
                                     text::quoted(kOn), text::quoted(edit.text)));
  }
  const bool removes =
      place.form == Form::kArgument && place.property != Property::kType && edit.text.empty();
  return removes ? std::nullopt
                 : refuse_words(letter, place.what, edit.text,
                                {1, place.form == Form::kRest ? kMostWords : 1});
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
  const OutlineLine& line = *draft.find(edit.kind, edit.name);
  if (auto refused = refuse_text(edit, *place, line.letter)) {
    return refused;
  }
  const std::size_t needed = !is_flag(*place)    ? place->field
                             : place->field == 0 ? kReceiversField
                                                 : place->field - 1;
  if (auto refused = refuse_short(line, needed, edit.name)) {
    return refused;
  }
  if (is_flag(*place)) {
    set_flag(draft, line, edit, *place);
  } else {
    set_fields(draft, line, edit, *place);
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
