/// Reads the raw files of a folder. Source: docs/datasheets.md, "Raw files".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "predictor/datasheets/raw/raw_file.h"
#include "predictor/datasheets/raw/run_facts.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

/// The points of a function on one path.
struct RawSeries {
  std::string name;
  machines::FunctionPath path = machines::FunctionPath::kAny;
  machines::FunctionClass function_class = machines::FunctionClass::kLocal;
  std::vector<RawPoint> points;  ///< by elements, then processes; of NAME.data_s if split
  /// The points of NAME.data_l, if there are two files; each file is a range then.
  std::optional<std::vector<RawPoint>> large{};
};

/// "send", or "send.host" for a path within a host.
std::string full_name(std::string_view name, machines::FunctionPath path);

struct RawFolder {
  RunFacts facts;
  std::vector<RawSeries> series;   ///< in the order of documents
  std::vector<std::string> files;  ///< the paths of all files that were read
};

/// A file with mistakes.
struct BadFile {
  SourceText source;
  std::vector<Diagnostic> diagnostics;
};

struct FolderReading {
  RawFolder folder;            ///< to be used only if there are no mistakes
  std::vector<BadFile> bad{};  ///< by name
};

struct FolderOptions {
  bool needs_errors = false;  ///< a point without an error is a mistake
  /// The functions that are read.
  std::function<bool(std::string_view)> takes = [](std::string_view) { return true; };
};

/// Reads all raw files, and ignores other files.
/// Errors (kInput): the folder or a file cannot be read, or there is no raw file; kLimit: a file
/// is too large.
Result<FolderReading> read_raw_folder(const std::string& path, const FolderOptions& options);

}  // namespace dps::datasheets
