/// Programs that a benchmark starts and observes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace dps::bench {

/// The result of a program that has ended.
struct Finished {
  int status = -1;               ///< its exit status; 128 + the signal that ended it
  std::string out;               ///< its stdout
  double seconds = 0;            ///< wall time from before its start to after its end
  double cpu_seconds = 0;        ///< of the program and of the children that it waited for
  std::uint64_t peak_bytes = 0;  ///< peak memory of the program, or of one of these children
};

/// Memory of one process, in bytes.
struct Memory {
  std::uint64_t resident = 0;
  std::uint64_t private_bytes = 0;
};

/// A running program, which shares our stderr. The caller must wait for its end.
class Child {
 public:
  /// Starts the program at the path `words[0]`. If it cannot be started, the status is 127.
  explicit Child(const std::vector<std::string>& words);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The current memory of every descendant whose command line contains `argument`.
  [[nodiscard]] std::vector<Memory> descendants(const std::string& argument) const;
  /// Returns true until the program has ended. Does not wait.
  [[nodiscard]] bool is_running();
  Finished wait();

 private:
  /// Waits with these options of wait4().
  void wait_for(int options);

  pid_t pid_ = -1;
  int out_ = -1;  ///< an unnamed temporary file
  int status_ = -1;
  bool ended_ = false;
  double begin_ = 0;
  double end_ = 0;
  double cpu_ = 0;
  std::uint64_t peak_ = 0;
};

/// Starts a program and waits for its end.
Finished run(const std::vector<std::string>& words);

}  // namespace dps::bench
