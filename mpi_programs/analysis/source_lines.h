/// The place in the source of an address in a file of code, from its debug information.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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

 private:
  struct DebugFiles;
  std::unique_ptr<DebugFiles> files_;
};

}  // namespace dps::mpi_profiles
