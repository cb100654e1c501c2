#include "mpi_programs/library/fortran/fortran.h"

#include <array>
#include <atomic>

namespace dps::mpi_library {
namespace {

/// A constant of Fortran, which is identified by its address. A program has one; but of modules
/// that are opened privately (as by Python), each may have its own.
class Constant {
 public:
  constexpr explicit Constant(const char* name) : name_(name) {}

  [[nodiscard]] bool is_at(const void* address) {
    if (!is_known_.load(std::memory_order_acquire)) [[unlikely]] {
      find();
    }
    for (const void* place : places_) {
      if (place == address || place == nullptr) {
        return place != nullptr;
      }
    }
    return false;
  }

 private:
  /// Threads that call this at one time store the same value.
  void find() {
    for (const link_map* module = first_module(); module != nullptr; module = module->l_next) {
      const void* found = find_in_module(*module, name_);
      for (std::size_t i = 0; found != nullptr && i < places_.size(); ++i) {
        places_[i] = places_[i] == nullptr ? found : places_[i];
        found = places_[i] == found ? nullptr : found;
      }
    }
    is_known_.store(true, std::memory_order_release);
  }

  const char* name_;
  std::array<const void*, 16> places_{};
  std::atomic<bool> is_known_ = false;
};

constinit Constant bottom("mpi_fortran_bottom_");
constinit Constant in_place("mpi_fortran_in_place_");
constinit Constant unweighted("mpi_fortran_unweighted_");
constinit Constant empty_weights("mpi_fortran_weights_empty_");
constinit Constant ignored_status("mpi_fortran_status_ignore_");
constinit Constant ignored_statuses("mpi_fortran_statuses_ignore_");

}  // namespace

void* buffer(void* of) {
  return bottom.is_at(of) ? MPI_BOTTOM : in_place.is_at(of) ? MPI_IN_PLACE : of;
}

const int* weights(const MPI_Fint* of) {
  return unweighted.is_at(of) ? MPI_UNWEIGHTED : empty_weights.is_at(of) ? MPI_WEIGHTS_EMPTY : of;
}

MPI_Status* status_of(MPI_Fint* status) {
  static_assert(sizeof(MPI_Fint) == sizeof(int), "a status of Fortran has the words of C");
  return ignored_status.is_at(status) ? MPI_STATUS_IGNORE : reinterpret_cast<MPI_Status*>(status);
}

bool are_statuses_ignored(const MPI_Fint* statuses) {
  return ignored_statuses.is_at(statuses);
}

FortranRequests::FortranRequests(int count, MPI_Fint* requests)
    : count_(count), requests_(requests), list_(count) {
  for (int i = 0; i < count; ++i) {
    list_[i] = request_of(&requests[i]);
  }
}

void FortranRequests::give_all_back() {
  for (int i = 0; i < count_; ++i) {
    give_back(i);
  }
}

FortranTypes::FortranTypes(int count, const MPI_Fint* types) : list_(count) {
  for (int i = 0; i < count; ++i) {
    list_[i] = type_of(&types[i]);
  }
}

}  // namespace dps::mpi_library
