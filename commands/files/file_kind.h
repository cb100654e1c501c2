/// Recognises a file that was named in place of another.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace dps::commands {

enum class FileKind : std::uint8_t {
  kUnknown,
  kBlueprint,
  kMachine,
  kSheet,
  kCosts,
  kHosts,
  kResult,
  kComparison,
  kTrace,
  kJson,
  kProgram,
  kScript,
  kBinary,
  kModel,
  kStreams,
  kSpmdSource,
  kStateLines,
};

/// Judges by the form of the text, even if the text has errors; kUnknown for an empty text.
FileKind kind_of(std::string_view text);

/// "a blueprint"; "" for kUnknown.
std::string_view noun_of(FileKind kind);

/// The error for a file that cannot be read as one of kind `wanted`: "'x' is a machine file, not a
/// blueprint; …" with the command that uses it. Empty if its form does not show another kind.
std::string wrong_kind(const SourceText& source, FileKind wanted);

}  // namespace dps::commands
