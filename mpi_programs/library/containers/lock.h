/// A lock for the tables of a rank, which costs nothing if MPI has no MPI_THREAD_MULTIPLE.
#pragma once

#include <atomic>

namespace dps::mpi_library {

extern bool has_many_threads;

/// Holds a spin lock while it exists, if several threads may call MPI.
class TableLock {
 public:
  explicit TableLock(std::atomic_flag& flag) : flag_(has_many_threads ? &flag : nullptr) {
    while (flag_ != nullptr && flag_->test_and_set(std::memory_order_acquire)) {
    }
  }
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;
  ~TableLock() {
    if (flag_ != nullptr) {
      flag_->clear(std::memory_order_release);
    }
  }

 private:
  std::atomic_flag* flag_;
};

}  // namespace dps::mpi_library
