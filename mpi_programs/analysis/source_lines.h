/// The place in the source of an address in a file of code, from its debug information, and the
/// function that it is in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "mpi_programs/analysis/code_scopes.h"

namespace dps::mpi_profiles {

class SourceLines {
 public:
  SourceLines();
  SourceLines(const SourceLines&) = delete;
  SourceLines& operator=(const SourceLines&) = delete;
  ~SourceLines();

  /// "life.cc:42" for the call that returns to this address, as the file counts addresses; without
  /// debug information "life+0x1a3c". `build_id`: that of the file which was loaded, perhaps on
  /// another host; another one here has no lines for it. "": unknown.
  std::string place(const std::string& file, std::string_view build_id,
                    std::uint64_t return_address);

  /// The place of an instruction; in a library of the system without lines.
  CodePlace code(const std::string& file, std::string_view build_id, std::uint64_t address);

 private:
  struct DebugFiles;
  struct DebugFile;
  DebugFile& opened(const std::string& file);

  std::unique_ptr<DebugFiles> files_;
};

}  // namespace dps::mpi_profiles
