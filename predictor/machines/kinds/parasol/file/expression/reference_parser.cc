#include "predictor/machines/kinds/parasol/file/expression/reference_parser.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/operations/operations.h"
#include "predictor/machines/kinds/parasol/file/expression/function_names.h"

namespace dps::parasol {
namespace {

/// A field after the point of a reference.
struct FieldName {
  std::string_view name;
  ReferenceKind kind;
};

/// The form of a reference: its first word, the number of its brackets, and its fields, unless they
/// are the operations or the formulas of a section.
struct Form {
  std::string_view head;
  std::uint32_t brackets = 0;
  std::span<const FieldName> fields;  ///< empty: operations, formulas or none
  std::optional<FormulaSection> section;
};

constexpr std::array<FieldName, 3> kMachineFields{
    {{"id", ReferenceKind::kMachineId},
     {"processors", ReferenceKind::kMachineProcessors},
     {"topologies", ReferenceKind::kMachineTopologies}}};
constexpr std::array<FieldName, 1> kProcessorFields{{{"id", ReferenceKind::kProcessorId}}};
constexpr std::array<FieldName, 3> kCacheFields{
    {{"size", ReferenceKind::kCacheSize},
     {"speed", ReferenceKind::kCacheSpeed},
     {"smallloopspeedup", ReferenceKind::kSmallLoopSpeedup}}};
constexpr std::array<FieldName, 4> kTopologyFields{
    {{"id", ReferenceKind::kTopologyId},
     {"setup", ReferenceKind::kTopologySetup},
     {"processors", ReferenceKind::kTopologyProcessors},
     {"links", ReferenceKind::kTopologyLinks}}};
constexpr std::array<FieldName, 4> kLinkFields{{{"id", ReferenceKind::kLinkId},
                                                {"latency", ReferenceKind::kLinkLatency},
                                                {"speed", ReferenceKind::kLinkSpeed},
                                                {"connect", ReferenceKind::kConnect}}};
constexpr std::array<FieldName, 3> kVirtualFields{
    {{"id", ReferenceKind::kVirtualId},
     {"setup", ReferenceKind::kVirtualSetup},
     {"processors", ReferenceKind::kVirtualProcessors}}};

constexpr std::array<Form, 14> kForms{{
    {"ma", 0, kMachineFields, {}},
    {"pr", 1, kProcessorFields, {}},
    {"pt", 1, {}, {}},
    {"pc", 1, kCacheFields, {}},
    {"po", 1, {}, FormulaSection::kCombinations},
    {"mc", 0, {}, FormulaSection::kMachineCombinations},
    {"to", 1, kTopologyFields, {}},
    {"tp", 2, {}, {}},
    {"tl", 2, kLinkFields, {}},
    {"vt", 1, kVirtualFields, {}},
    {"vm", 2, {}, {}},
    {"pv", 0, {}, FormulaSection::kPvm},
    {"ex", 0, {}, FormulaSection::kExpress},
    {"mp", 0, {}, FormulaSection::kMpi},
}};

const Form* find_form(std::string_view word) {
  const auto found = std::find_if(kForms.begin(), kForms.end(),
                                  [&](const Form& form) { return form.head == word; });
  return found == kForms.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> parse_bracket(TokenCursor& cursor) {
  if (!cursor.expect_sign("(")) {
    return std::nullopt;
  }
  const auto number = cursor.expect_whole("a whole number");
  return number && cursor.expect_sign(")") ? number : std::nullopt;
}

/// Reports the present word, which is none of the names.
void report_unknown(TokenCursor& cursor, const std::vector<std::string>& names) {
  cursor.error(cursor.token().place, "unknown " + text::quoted(cursor.text()) +
                                         cursor.suggestions().did_you_mean(cursor.text(), names));
}

bool set_field(TokenCursor& cursor, const Form& form, Reference& reference) {
  std::vector<std::string> names;
  for (const FieldName& field : form.fields) {
    if (field.name == cursor.text()) {
      reference.kind = field.kind;
      return true;
    }
    names.emplace_back(field.name);
  }
  report_unknown(cursor, names);
  return false;
}

bool set_formula(TokenCursor& cursor, FormulaSection section, Reference& reference) {
  const auto names = names_of(section).names;
  const auto found = find_formula_name(section, cursor.text());
  if (!found) {
    report_unknown(cursor, std::vector<std::string>(names.begin(), names.end()));
    return false;
  }
  reference.kind = ReferenceKind::kFormula;
  reference.section = section;
  reference.name = *found;
  return true;
}

bool set_operation(TokenCursor& cursor, Reference& reference) {
  const auto found = operations::find_operation(cursor.text());
  if (!found) {
    cursor.error(cursor.token().place, unknown_operation(cursor, cursor.text()));
    return false;
  }
  reference.kind = ReferenceKind::kTiming;
  reference.name = static_cast<std::uint32_t>(*found);
  return true;
}

/// Reads the field after the point, and the place in brackets of `connect`.
tl::expected<Reference, NoReference> parse_field(TokenCursor& cursor, const Form& form,
                                                 Reference reference) {
  if (!cursor.expect_sign(".")) {
    return tl::unexpected(NoReference::kBroken);
  }
  if (cursor.token().kind != ParasolTokenKind::kWord) {
    cursor.report_unexpected("a name");
    return tl::unexpected(NoReference::kBroken);
  }
  const bool is_known = !form.fields.empty() ? set_field(cursor, form, reference)
                        : form.section       ? set_formula(cursor, *form.section, reference)
                                             : set_operation(cursor, reference);
  cursor.take();
  if (!is_known) {
    return tl::unexpected(NoReference::kUnknownName);
  }
  if (reference.kind == ReferenceKind::kConnect) {
    const auto place = parse_bracket(cursor);
    if (!place) {
      return tl::unexpected(NoReference::kBroken);
    }
    reference.third = *place;
  }
  return reference;
}

}  // namespace

bool begins_reference(std::string_view word) {
  return find_form(word) != nullptr;
}

std::string name_suggestion(TokenCursor& cursor, std::string_view word) {
  if (word == "t1") {  // as the Parasol paper prints it in 3.1.4
    return "; did you mean 'tl'?";
  }
  std::vector<std::string> names;
  names.reserve(kForms.size() + function_names().size());
  for (const Form& form : kForms) {
    names.emplace_back(form.head);
  }
  for (const FunctionName& function : function_names()) {
    names.emplace_back(function.name);
  }
  for (const std::string_view name : argument_names()) {
    names.emplace_back(name);
  }
  return cursor.suggestions().did_you_mean(word, names);
}

tl::expected<Reference, NoReference> parse_reference(TokenCursor& cursor) {
  const Form& form = *find_form(cursor.text());
  cursor.take();
  Reference reference;
  for (std::uint32_t bracket = 0; bracket < form.brackets; ++bracket) {
    const auto number = parse_bracket(cursor);
    if (!number) {
      return tl::unexpected(NoReference::kBroken);
    }
    (bracket == 0 ? reference.first : reference.second) = *number;
  }
  if (form.head == "tp" || form.head == "vm") {
    reference.kind = form.head == "tp" ? ReferenceKind::kType : ReferenceKind::kMap;
    return reference;
  }
  return parse_field(cursor, form, reference);
}

std::string unknown_operation(TokenCursor& cursor, std::string_view name) {
  const std::string_view meant = operations::meant_operation(name);
  if (!meant.empty()) {
    return "unknown operation " + text::quoted(name) + "; did you mean '" + std::string(meant) +
           "'?";
  }
  std::vector<std::string> names;
  for (const operations::ParasolOperation& operation : operations::all_operations()) {
    names.emplace_back(operation.name);
  }
  return "unknown operation " + text::quoted(name) + cursor.suggestions().did_you_mean(name, names);
}

}  // namespace dps::parasol
