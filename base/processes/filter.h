/// Runs another program that reads its standard input and writes its standard output.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace dps {

struct Filtered {
  bool exists = true;      ///< false: there is no such program in PATH
  bool succeeded = false;  ///< it ended with status 0
  std::string output;
};

/// Runs words[0], which is searched for in PATH, with the stderr of this process. The program
/// ends with this process. Errors (kSystem): no temporary files, or no child.
Result<Filtered> run_filter(std::vector<std::string> words, std::string_view input);

}  // namespace dps
