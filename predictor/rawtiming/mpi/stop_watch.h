/// Signals that end the program while its process may be in a call of MPI.
#pragma once

#include <functional>
#include <thread>

namespace dps::rawtiming {

/// Calls `on_stop` with the number of the first SIGINT, SIGTERM or SIGHUP, in a thread of its own,
/// and then ends the process with status 128 + the number. mpirun kills its processes a second
/// after such a signal, so nothing can wait for the end of a call of MPI. There is at most one.
class StopWatch {
 public:
  explicit StopWatch(std::function<void(int)> on_stop);
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;
  /// Ignores the signals from now on.
  ~StopWatch();

 private:
  std::function<void(int)> on_stop_;
  std::thread thread_;
};

}  // namespace dps::rawtiming
