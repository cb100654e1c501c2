#include "predictor/estimator/recorder/spmd_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

#include <fcntl.h>

#include "base/descriptor.h"
#include "base/environment.h"
#include "base/file_bytes.h"
#include "base/letter_case.h"
#include "base/printable.h"
#include "base/processes/program_search.h"
#include "predictor/estimator/recorder/embedded.h"
#include "predictor/estimator/recorder/fortran_entries.h"

namespace dps::estimator {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSourceBytes = std::size_t{64} << 20;
constexpr const char* kOptimisation = "-O1";

bool is_fortran(Language language) {
  return language != Language::kC;
}

/// True for a source that goes through the preprocessor: one with a suffix in capitals, or with
/// definitions.
bool is_preprocessed(const SpmdSource& source) {
  const std::string suffix = fs::path(source.path).extension();
  return suffix != lower_case(suffix) || !source.defines.empty();
}

const char* fortran_file(Language language) {
  return language == Language::kFixedFortran ? "source.f" : "source.f90";
}

/// The folder of the source, for the files that it includes.
std::string folder_of(const SpmdSource& source) {
  const std::string folder = fs::path(source.path).parent_path();
  return folder.empty() ? "." : folder;
}

Result<void> write_file(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  return file.is_open() && write_all(file.get(), text)
             ? Result<void>()
             : failure(ErrorCode::kSystem, "cannot write '" + printable(path) + "'");
}

/// A line that gives the lines behind it the numbers of a file, in C and in Fortran.
std::string line_marker(std::string_view path) {
  std::string quoted;
  for (const char c : path) {
    quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  }
  return "# 1 \"" + quoted + "\"\n";
}

}  // namespace

std::optional<Language> language_of(std::string_view path) {
  static constexpr std::array<std::pair<std::string_view, Language>, 9> kSuffixes{
      {{".f", Language::kFixedFortran},
       {".for", Language::kFixedFortran},
       {".ftn", Language::kFixedFortran},
       {".f77", Language::kFixedFortran},
       {".f90", Language::kFreeFortran},
       {".f95", Language::kFreeFortran},
       {".f03", Language::kFreeFortran},
       {".f08", Language::kFreeFortran},
       {".c", Language::kC}}};
  const std::string suffix = lower_case(fs::path(path).extension().string());
  const auto found = std::find_if(kSuffixes.begin(), kSuffixes.end(),
                                  [&](const auto& one) { return one.first == suffix; });
  return found == kSuffixes.end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<std::string>> split_flags(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
      words.back() += quote != '\0' ? std::string(1, c) : "";
      continue;
    }
    const bool is_blank = c == ' ' || c == '\t' || c == '\n';
    if (!is_blank && !in_word) {
      words.emplace_back();
    }
    in_word = !is_blank;
    if (c == '\'' || c == '"') {
      quote = c;
    } else if (!is_blank) {
      words.back() += c;
    }
  }
  return quote == '\0'
             ? Result<std::vector<std::string>>(std::move(words))
             : failure(ErrorCode::kInput, "a quote is not closed in '" + printable(text) + "'");
}

bool is_routine_name(std::string_view text) {
  constexpr std::size_t kMostLetters = 63;  // of Fortran
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  return !text.empty() && text.size() <= kMostLetters && (is_letter(text[0]) || text[0] == '_') &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_letter(c) || c == '_' || std::isdigit(static_cast<unsigned char>(c)) != 0;
         });
}

std::string compiler_for(Language language) {
  return is_fortran(language) ? environment_variable("FC", "gfortran")
                              : environment_variable("CC", "cc");
}

Result<void> find_compiler(Language language) {
  const std::string compiler = compiler_for(language);
  const std::string program = compiler.substr(0, compiler.find(' '));
  if (!find_in_path(program).empty()) {
    return {};
  }
  return failure(ErrorCode::kSystem, is_fortran(language)
                                         ? "there is no Fortran compiler '" + printable(program) +
                                               "'; install the package gfortran, or name one in FC"
                                         : "there is no C compiler '" + printable(program) +
                                               "'; install the package gcc, or name one in CC");
}

std::string missing_entry_text(const SpmdSource& source) {
  const auto read = read_file(source.path, kMostSourceBytes);
  if (!read) {
    return "";
  }
  const bool ignores_case = is_fortran(source.language);
  const std::string text = ignores_case ? lower_case(*read) : *read;
  const std::string entry = ignores_case ? lower_case(source.entry) : source.entry;
  const auto continues_name = [&](std::size_t at) {
    return at < text.size() &&
           (text[at] == '_' || std::isalnum(static_cast<unsigned char>(text[at])) != 0);
  };
  for (auto at = text.find(entry); at != text.npos; at = text.find(entry, at + 1)) {
    if ((at == 0 || !continues_name(at - 1)) && !continues_name(at + entry.size())) {
      return "";
    }
  }
  return "; the source has no routine '" + printable(source.entry) +
         "': --entry NAME names the one that all processors execute";
}

/// The driver is compiled without the flags of the user, which may be those of another language.
std::vector<std::string> build_command(const SpmdSource& source, const std::string& folder) {
  const std::string compiler = compiler_for(source.language);
  const std::string entry = is_fortran(source.language) ? "-DDPS_ESTIMATE_FORTRAN"
                                                        : "-DDPS_ESTIMATE_ENTRY=" + source.entry;
  std::vector<std::string> words{"/bin/sh",
                                 "-c",
                                 compiler + " " + kOptimisation + " " + entry +
                                     " -c \"$0/driver.c\" -o \"$0/driver.o\" && exec " + compiler +
                                     " \"$@\"",
                                 folder,
                                 kOptimisation,
                                 "-I" + folder,
                                 "-I" + folder_of(source)};
  if (is_fortran(source.language) && is_preprocessed(source)) {
    words.emplace_back("-cpp");
  }
  for (const std::string& define : source.defines) {
    words.push_back("-D" + define);
  }
  words.insert(words.end(), source.flags.begin(), source.flags.end());
  // A path that begins with "-" would be an option.
  const std::string path = source.path.starts_with('-') ? "./" + source.path : source.path;
  words.push_back(is_fortran(source.language) ? folder + "/" + fortran_file(source.language)
                                              : path);
  for (const char* word : {"/driver.o", "/program"}) {
    words.push_back(folder + word);
  }
  words.insert(words.end() - 1, "-o");
  words.emplace_back("-lm");
  return words;
}

Result<void> write_build_files(const SpmdSource& source, const std::string& folder) {
  auto text = read_text(source.path, kMostSourceBytes);
  if (!text) {
    return with_context(text.error(), "cannot read '" + printable(source.path) + "'");
  }
  if (auto written = write_file(folder + "/driver.c", estimate_driver()); !written) {
    return written;
  }
  if (!is_fortran(source.language)) {
    return write_file(folder + "/dps_estimate.h", estimate_header());
  }
  // One file for the compiler, so that it compares the calls with our routines.
  const std::string all = line_marker(source.path) + *text + (text->ends_with('\n') ? "" : "\n") +
                          line_marker("dps estimate") + fortran_entries(source.entry);
  return write_file(folder + "/" + fortran_file(source.language), all);
}

}  // namespace dps::estimator
