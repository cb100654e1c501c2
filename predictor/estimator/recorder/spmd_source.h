/// An SPMD source of the user, and the words that compile it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace dps::estimator {

enum class Language : std::uint8_t { kC, kFixedFortran, kFreeFortran };

/// Returns the language for the end of the name: .c; .f .for .ftn .f77; .f90 .f95 .f03 .f08, also
/// in capitals.
std::optional<Language> language_of(std::string_view path);

struct SpmdSource {
  std::string path;
  Language language = Language::kC;
  std::string entry = "spmd";
  std::vector<std::string> defines;  ///< NAME or NAME=VALUE
  std::vector<std::string> flags;    ///< further words for the compiler
};

/// The words of a text such as "-O2 '-I my folder'": blanks separate words, and quotes, single or
/// double, hold one together. Errors (kInput): a quote that is not closed.
Result<std::vector<std::string>> split_flags(std::string_view text);

/// True if the text is a name in C and in Fortran.
bool is_routine_name(std::string_view text);

/// The compiler: $CC or cc, $FC or gfortran. It may have several words.
std::string compiler_for(Language language);

/// Errors (kSystem): there is no such compiler; the message names the package.
Result<void> find_compiler(Language language);

/// The addition to the error of a compiler if the source nowhere has the name of the routine: ";
/// the source has no routine 'spmd'; …". "" if it has the name, or cannot be read.
std::string missing_entry_text(const SpmdSource& source);

/// The command that compiles and links the files of write_build_files() in the folder to
/// FOLDER/program.
std::vector<std::string> build_command(const SpmdSource& source, const std::string& folder);

/// Writes the sources and the driver into the folder. Errors (kInput): the source cannot be read;
/// (kSystem).
Result<void> write_build_files(const SpmdSource& source, const std::string& folder);

}  // namespace dps::estimator
