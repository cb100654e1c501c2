/// Converts the arguments of Fortran bindings: they call the C bindings, which record the call.
/// Handles and statuses are those of Open MPI: in a program with another MPI, its own bindings are
/// called instead.
/// The names are those of mpif.h and `use mpi` (mpi_x_ and other spellings), of mpi_f08 (ompi_x_f,
/// and pmpi_x_ for functions with LOGICAL arguments).
/// Source: Open MPI 4.1, ompi/mpi/fortran.
#pragma once

#include <cstddef>

#include <mpi.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/call_sites/sites.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/fortran/fortran_names.h"
#include "mpi_programs/library/fortran/pass_fortran.h"

namespace dps::mpi_library {

/// Sets the site of a call from Fortran, while this object exists.
class FortranCaller {
 public:
  explicit FortranCaller(const void* caller) : before_(foreign_caller) {
    if (is_recording && before_ == nullptr) {
      foreign_caller = site_of(caller);
    }
  }
  FortranCaller(const FortranCaller&) = delete;
  FortranCaller& operator=(const FortranCaller&) = delete;
  ~FortranCaller() { foreign_caller = before_; }

 private:
  const void* before_;
};

/// An argument: the address of an integer, of a handle, or of a list of them.
using Argument = MPI_Fint*;

/// Converts a buffer: MPI_BOTTOM and MPI_IN_PLACE have addresses of their own in Fortran.
void* buffer(void* of);
/// Converts weights: so have MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY.
const int* weights(const MPI_Fint* of);
/// A status: it has the same words in Fortran and in C, and a call may leave some as they are.
MPI_Status* status_of(MPI_Fint* status);
bool are_statuses_ignored(const MPI_Fint* statuses);

inline MPI_Comm comm_of(const MPI_Fint* of) {
  return DPS_NEXT(Comm_f2c)(*of);
}
inline MPI_Datatype type_of(const MPI_Fint* of) {
  return DPS_NEXT(Type_f2c)(*of);
}
inline MPI_Op op_of(const MPI_Fint* of) {
  return DPS_NEXT(Op_f2c)(*of);
}
inline MPI_Info info_of(const MPI_Fint* of) {
  return DPS_NEXT(Info_f2c)(*of);
}
inline MPI_Group group_of(const MPI_Fint* of) {
  return DPS_NEXT(Group_f2c)(*of);
}
inline MPI_Request request_of(const MPI_Fint* of) {
  return DPS_NEXT(Request_f2c)(*of);
}
inline MPI_Message message_of(const MPI_Fint* of) {
  return DPS_NEXT(Message_f2c)(*of);
}

inline void give(MPI_Fint* to, MPI_Comm from) {
  *to = DPS_NEXT(Comm_c2f)(from);
}
inline void give(MPI_Fint* to, MPI_Request from) {
  *to = DPS_NEXT(Request_c2f)(from);
}
inline void give(MPI_Fint* to, MPI_Message from) {
  *to = DPS_NEXT(Message_c2f)(from);
}

/// Converts requests of Fortran into those of C for one call, and back.
class FortranRequests {
 public:
  FortranRequests(int count, MPI_Fint* requests);
  [[nodiscard]] MPI_Request* get() { return list_.get(); }
  void give_back(int at) { give(&requests_[at], list_[at]); }
  void give_all_back();

 private:
  int count_;
  MPI_Fint* requests_;
  ItemList<MPI_Request> list_;
};

/// Room for the statuses of a call, which Fortran gets in its own form unless it ignores them.
class FortranStatuses {
 public:
  FortranStatuses(int count, MPI_Fint* statuses)
      : count_(count),
        to_(are_statuses_ignored(statuses) ? nullptr : statuses),
        list_(to_ ? count : 0) {}
  [[nodiscard]] MPI_Status* get() { return to_ != nullptr ? list_.get() : MPI_STATUSES_IGNORE; }
  void give_back(int at) {
    if (to_ != nullptr) {
      constexpr std::size_t kWords = sizeof(MPI_Status) / sizeof(MPI_Fint);
      DPS_NEXT(Status_c2f)(&list_[at], to_ + kWords * static_cast<std::size_t>(at));
    }
  }
  void give_all_back() {
    for (int i = 0; i < count_; ++i) {
      give_back(i);
    }
  }

 private:
  int count_;
  MPI_Fint* to_;
  ItemList<MPI_Status> list_;
};

/// Converts datatypes of Fortran into those of C for one call.
class FortranTypes {
 public:
  FortranTypes(int count, const MPI_Fint* types);
  [[nodiscard]] const MPI_Datatype* get() { return list_.get(); }

 private:
  ItemList<MPI_Datatype> list_;
};

}  // namespace dps::mpi_library
