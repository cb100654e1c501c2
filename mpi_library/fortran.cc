#include "mpi_library/fortran.h"

#include <cstdlib>

namespace dps::mpi_library {
namespace {

/// The address of a constant of Fortran; null in a program without Fortran.
const void* address_of(const char* name) {
  return find_symbol(name);
}

}  // namespace

void* buffer(void* of) {
  static const void* const bottom = address_of("mpi_fortran_bottom_");
  static const void* const in_place = address_of("mpi_fortran_in_place_");
  return of == bottom ? MPI_BOTTOM : of == in_place ? MPI_IN_PLACE : of;
}

const int* weights(const MPI_Fint* of) {
  static const void* const unweighted = address_of("mpi_fortran_unweighted_");
  static const void* const empty = address_of("mpi_fortran_weights_empty_");
  return of == unweighted ? MPI_UNWEIGHTED : of == empty ? MPI_WEIGHTS_EMPTY : of;
}

bool is_status_ignored(const MPI_Fint* status) {
  static const void* const ignored = address_of("mpi_fortran_status_ignore_");
  return status == ignored;
}

bool are_statuses_ignored(const MPI_Fint* statuses) {
  static const void* const ignored = address_of("mpi_fortran_statuses_ignore_");
  return statuses == ignored;
}

template <typename Item>
ItemList<Item>::ItemList(int count)
    : items_(count <= kUsual
                 ? few_
                 : static_cast<Item*>(std::calloc(static_cast<std::size_t>(count), sizeof(Item)))) {
}

template <typename Item>
ItemList<Item>::~ItemList() {
  if (items_ != few_) {
    std::free(items_);
  }
}

template class ItemList<MPI_Request>;
template class ItemList<MPI_Status>;
template class ItemList<MPI_Datatype>;

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
