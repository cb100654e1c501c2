/// The single edits of a draft. Each returns why it is refused, and has changed nothing that
/// matters then; nullopt: it is done.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "blueprint/editing/draft.h"
#include "blueprint/editing/edits.h"

namespace dps::blueprint {

using Refusal = std::optional<std::string>;

/// The fields of an F line, with the section letter.
enum FunctionalityField : std::size_t {
  kAwaitedField = 2,
  kComputesField,
  kSendsField,
  kNextField
};

Refusal apply(Draft& draft, const NewProcess& edit);
Refusal apply(Draft& draft, const NewUnit& edit);
Refusal apply(Draft& draft, const NewFunctionality& edit);
Refusal apply(Draft& draft, const NewMessage& edit);
Refusal apply(Draft& draft, const NewComputation& edit);
Refusal apply(Draft& draft, const NewVariable& edit);
Refusal apply(Draft& draft, const Terrain& edit);
Refusal apply(Draft& draft, const Change& edit);
Refusal apply(Draft& draft, const Renaming& edit);
Refusal apply(Draft& draft, const Removal& edit);

/// Refuses a name that a new line cannot have.
Refusal refuse_new(const Draft& draft, NameKind kind, std::string_view name);
/// Refuses a name that no line defines.
Refusal refuse_unknown(const Draft& draft, NameKind kind, std::string_view name);
/// Refuses to change a field of an unfinished line that ends before the field.
Refusal refuse_short(const OutlineLine& line, std::size_t field, std::string_view name);

/// Adds an element to a list of an F line, "NULL" or tags with commas.
Refusal append_to_list(Draft& draft, std::string_view functionality, std::size_t field,
                       const std::string& tag);

}  // namespace dps::blueprint
