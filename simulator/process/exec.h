/// An exec component, which runs a program with the arguments in its line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "transport/stop_signal.h"

namespace dps::simulator {

/// A program that is ready to be executed, again and again.
class Exec {
 public:
  /// `path` is the program (userfuncs/exec_program.h), `words` its argv, `folder` its working
  /// folder. `words` and `folder` are borrowed.
  Exec(std::string path, std::span<const std::string> words, const std::string& folder);

  /// Executes the program without a shell, in a process group of its own, with /dev/null as
  /// standard input and with our output and environment. Waits for its end, but not for those of
  /// its children. The stop signal kills its group. Errors: kInterrupted by the stop signal;
  /// kSystem if it cannot be executed; kInput, with the status or signal in the message, if it
  /// exits with a status other than 0 or is killed.
  [[nodiscard]] Result<void> run(const transport::StopSignal& stop) const;

 private:
  std::string path_;
  std::vector<char*> words_;  ///< with a null pointer at the end
  const std::string* folder_;
};

}  // namespace dps::simulator
