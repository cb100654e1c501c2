/// An exec component of a blueprint: a program with the line's own words, run as often as it fires.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "transport/stop_signal.h"

namespace dps::simulator {

class Exec {
 public:
  /// `path` is what is executed (userfuncs/program_search.h), `words` what it sees as argv,
  /// borrowed like `folder`, where it runs.
  Exec(std::string path, std::span<const std::string> words, const std::string& folder);

  /// Executes it, without a shell, in a process group of its own, with /dev/null as standard input
  /// and our output and environment, and waits until it has ended; children that it leaves are not
  /// waited for. When the stop signal comes its group is killed.
  /// Errors: kInterrupted; it cannot be executed (kSystem); it exited with a status other than 0 or
  /// was killed (kInput), named with status or signal.
  [[nodiscard]] Result<void> run(const transport::StopSignal& stop) const;

 private:
  std::string path_;
  std::vector<char*> words_;  ///< and a null pointer at the end
  const std::string* folder_;
};

}  // namespace dps::simulator
