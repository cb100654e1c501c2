/// A line of a blueprint with its parsed form, and the names in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text/scanner.h"
#include "base/text/source_map.h"
#include "blueprint/reading/written_lines.h"

namespace dps::blueprint {

/// A kind of name. Each kind has its own namespace: an itag and a ctag may be equal.
enum class NameKind : std::uint8_t {
  kCollection,
  kComputation,
  kOutput,
  kFunctionality,
  kUnit,
  kProcess,
  kMessage,
  kHost,
  kVariable,
};

/// "itag" … "ptag", "mtag", "htag", "variable".
std::string_view noun_of(NameKind kind);

/// The kind of the tags that the lines of a section define.
NameKind kind_of(Section section);

/// A place in the text that names something.
struct Mention {
  NameKind kind = NameKind::kCollection;
  std::string name;        ///< as other lines write it, after the evaluation of variables
  text::Range place;       ///< of the name, or of the expression in braces that yields it
  bool defines = false;    ///< a V line or a line that defines a tag; the -t of an O line
  bool is_written = true;  ///< the text at `place` is the name itself
  std::uint32_t line = 0;  ///< position in Outline::lines()
};

/// A logical line with its parsed form.
struct OutlineLine {
  char letter = 0;  ///< of the section; 0 for another first field
  std::span<const text::Field> fields;
  text::Range comment;                      ///< after the last field, with '#'; may be empty
  std::optional<WrittenLine> definition{};  ///< of a line that defines a tag
  std::optional<WrittenTerrain> terrain{};  ///< of a T line
};

}  // namespace dps::blueprint
