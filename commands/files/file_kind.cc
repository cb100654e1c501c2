#include "commands/files/file_kind.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/letter_case.h"
#include "base/printable.h"
#include "predictor/estimator/streams/stream_reader.h"
#include "profiles/traces/trace_file.h"

namespace dps::commands {
namespace {

constexpr auto kNone = std::string_view::npos;

/// Returns true if a line begins with `start`, perhaps after blanks.
bool has_line(std::string_view text, std::string_view start) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != kNone && line.substr(first).starts_with(start)) {
      return true;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

FileKind kind_of_json(std::string_view text) {
  constexpr std::size_t kBeginning = 200;  // of a file that dps wrote
  const std::string_view beginning = text.substr(0, kBeginning);
  if (beginning.find("\"dps-result\"") != kNone) {
    return FileKind::kResult;
  }
  return beginning.find("\"dps-comparison\"") != kNone ? FileKind::kComparison : FileKind::kJson;
}

bool is_blueprint(std::string_view text) {
  return has_line(text, "P ") && has_line(text, "U ");
}

bool is_machine(std::string_view text) {
  return has_line(text, "[[host]]") || has_line(text, "[network") || has_line(text, "[[link") ||
         has_line(text, "receive latency") || has_line(text, "send latency");
}

/// Returns true for a source in C with dps_estimate.h, or in Fortran with the routine SPMD.
bool is_spmd_source(std::string_view text) {
  return text.find("<dps_estimate.h>") != kNone ||
         lower_case(text).find("subroutine spmd(") != kNone;
}

/// Returns true if a line begins like the definition of a function: NAME(NAME, ...) =.
bool is_model(std::string_view text) {
  constexpr std::string_view kName =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const auto skip = [](std::string_view line, std::string_view characters) {
    return line.substr(std::min(line.find_first_not_of(characters), line.size()));
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = skip(text.substr(0, end), " \t");
    std::string_view rest = skip(skip(line, kName), " \t");
    const bool is_call = rest.size() < line.size() && rest.starts_with('(');
    rest = is_call ? rest.substr(std::min(rest.find(')'), rest.size())) : "";
    rest = rest.starts_with(')') ? skip(rest.substr(1), " \t") : "";
    if (rest.starts_with('=') && !rest.starts_with("==")) {
      return true;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

bool is_hosts_file(std::string_view text) {
  return text.find(" slots=") != kNone || text.find(" type=") != kNone;
}

std::string_view noun(FileKind kind) {
  constexpr std::array<std::string_view, 17> kNouns{"a file of another kind",
                                                    "a blueprint",
                                                    "a machine file",
                                                    "a data sheet",
                                                    "a costs file",
                                                    "a hosts file",
                                                    "a result",
                                                    "a comparison",
                                                    "a trace",
                                                    "a JSON file",
                                                    "an executable program",
                                                    "a script",
                                                    "a binary file",
                                                    "a model",
                                                    "a streams file",
                                                    "an SPMD source",
                                                    "a trace as lines of states"};
  return kNouns.at(static_cast<std::size_t>(kind));
}

/// The path of a program as a command that does not search PATH.
std::string with_folder(const std::string& path) {
  return path.find('/') == std::string::npos ? "./" + path : path;
}

/// The command that reads a file of this kind.
std::string use_of(FileKind kind, const std::string& path) {
  switch (kind) {
    case FileKind::kBlueprint:
      return fmt::format("; 'dps run {0}' runs it", path);
    case FileKind::kMachine:
      return fmt::format("; 'dps predict BLUEPRINT --machine {0}' uses it", path);
    case FileKind::kSheet:
      return fmt::format("; 'dps timecalc {}' evaluates its equations", path);
    case FileKind::kCosts:
      return fmt::format("; 'dps predict BLUEPRINT --machine FILE --costs {0}' uses it", path);
    case FileKind::kHosts:
      return fmt::format("; 'dps run BLUEPRINT --hosts {0}' uses it", path);
    case FileKind::kResult:
      return fmt::format("; 'dps profile {0}' prints it", path);
    case FileKind::kTrace:
      return fmt::format("; 'dps trace {0}' summarises it", path);
    case FileKind::kModel:
      return fmt::format("; 'dps model {}' evaluates it", path);
    case FileKind::kStreams:
    case FileKind::kSpmdSource:
      return fmt::format("; 'dps estimate {} --machine FILE' estimates its times", path);
    case FileKind::kStateLines:
      return fmt::format(
          "; 'dps compare {0} OTHER.trace' compares it; for report and trace, record "
          "FILE.dpstrace with --trace",
          path);
    case FileKind::kProgram:
      return fmt::format(
          "; 'dps run -- mpirun -n 4 {0}' records an MPI program, and a blueprint can execute any "
          "program with exec",
          with_folder(path));
    case FileKind::kScript:
      return fmt::format(
          "; 'dps run -- {0}' records the MPI program that a script starts, and a blueprint can "
          "execute any script with exec",
          with_folder(path));
    default:
      return "";
  }
}

}  // namespace

FileKind kind_of(std::string_view text) {
  constexpr std::size_t kExamined = 4096;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == kNone) {
    return FileKind::kUnknown;
  }
  if (text.starts_with("\x7f"
                       "ELF")) {
    return FileKind::kProgram;
  }
  if (traces::is_trace(text)) {
    return FileKind::kTrace;
  }
  if (text.substr(0, kExamined).find('\0') != kNone) {
    return FileKind::kBinary;
  }
  if (text[first] == '{') {
    return kind_of_json(text);
  }
  if (estimator::is_streams_file(text)) {
    return FileKind::kStreams;
  }
  if (text.substr(first).starts_with("$types")) {
    return FileKind::kStateLines;
  }
  if (is_spmd_source(text)) {
    return FileKind::kSpmdSource;
  }
  if (is_blueprint(text)) {
    return FileKind::kBlueprint;
  }
  if (text.starts_with("#!")) {
    return FileKind::kScript;
  }
  if (has_line(text, "format = \"dps-datasheet") || has_line(text, "[[function]]")) {
    return FileKind::kSheet;
  }
  if (has_line(text, "[[component]]")) {
    return FileKind::kCosts;
  }
  if (is_machine(text)) {
    return FileKind::kMachine;
  }
  if (is_model(text)) {
    return FileKind::kModel;
  }
  return is_hosts_file(text) ? FileKind::kHosts : FileKind::kUnknown;
}

std::string_view noun_of(FileKind kind) {
  return kind == FileKind::kUnknown ? "" : noun(kind);
}

std::string wrong_kind(const SourceText& source, FileKind wanted) {
  const FileKind kind = kind_of(source.text);
  // A sheet is a machine file, too.
  const bool is_right =
      kind == wanted || (kind == FileKind::kSheet && wanted == FileKind::kMachine);
  if (kind == FileKind::kUnknown || is_right) {
    return "";
  }
  const std::string path = printable(source.path);
  return fmt::format("'{}' is {}, not {}{}", path, noun(kind), noun(wanted), use_of(kind, path));
}

}  // namespace dps::commands
