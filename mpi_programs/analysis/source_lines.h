/// Finds the function and the place in the source for an address in a file of code, from its debug
/// information.
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

  /// Returns "life.cc:42" for the call that returns to this address of the file; without debug
  /// information "life+0x1a3c"; "" if unknown. `build_id`: that of the loaded file, perhaps on
  /// another host; a file with another build id has no lines for it.
  std::string place(const std::string& file, std::string_view build_id,
                    std::uint64_t return_address);

  /// The place of an instruction; for a system library, without lines.
  CodePlace code(const std::string& file, std::string_view build_id, std::uint64_t address);

 private:
  struct DebugFiles;
  struct DebugFile;
  DebugFile& opened(const std::string& file);

  std::unique_ptr<DebugFiles> files_;
};

}  // namespace dps::mpi_profiles
