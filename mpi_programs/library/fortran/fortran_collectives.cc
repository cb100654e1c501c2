// The Fortran bindings of collective operations.
#include "mpi_programs/library/fortran/fortran.h"
#include "mpi_programs/library/topology.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

#define DPS_LIST(...) __VA_ARGS__

// A collective operation and its form that makes a request.
#define DPS_COLLECTIVE(name, lower, UPPER, iname, parameters, arguments)                        \
  static void lower##_binding(parameters, Argument comm, Argument error) {                      \
    *error = MPI_##name(arguments, comm_of(comm));                                              \
  }                                                                                             \
  DPS_FORTRAN_BINDING(lower, UPPER)                                                             \
  static void i##lower##_binding(parameters, Argument comm, Argument request, Argument error) { \
    MPI_Request made = nullptr;                                                                 \
    *error = MPI_##iname(arguments, comm_of(comm), &made);                                      \
    if (*error == MPI_SUCCESS) {                                                                \
      give(request, made);                                                                      \
    }                                                                                           \
  }                                                                                             \
  DPS_FORTRAN_BINDING(i##lower, I##UPPER)

static void barrier_binding(Argument comm, Argument error) {
  *error = MPI_Barrier(comm_of(comm));
}
DPS_FORTRAN_BINDING(barrier, BARRIER)

static void ibarrier_binding(Argument comm, Argument request, Argument error) {
  MPI_Request made = nullptr;
  *error = MPI_Ibarrier(comm_of(comm), &made);
  if (*error == MPI_SUCCESS) {
    give(request, made);
  }
}
DPS_FORTRAN_BINDING(ibarrier, IBARRIER)

DPS_COLLECTIVE(Bcast, bcast, BCAST, Ibcast,
               DPS_LIST(void* buf, Argument count, Argument type, Argument root),
               DPS_LIST(buffer(buf), *count, type_of(type), *root))
DPS_COLLECTIVE(Gather, gather, GATHER, Igather,
               DPS_LIST(void* sent, Argument count, Argument type, void* received, Argument room,
                        Argument its_type, Argument root),
               DPS_LIST(buffer(sent), *count, type_of(type), buffer(received), *room,
                        type_of(its_type), *root))
DPS_COLLECTIVE(Gatherv, gatherv, GATHERV, Igatherv,
               DPS_LIST(void* sent, Argument count, Argument type, void* received, Argument room,
                        Argument at, Argument its_type, Argument root),
               DPS_LIST(buffer(sent), *count, type_of(type), buffer(received), room, at,
                        type_of(its_type), *root))
DPS_COLLECTIVE(Scatter, scatter, SCATTER, Iscatter,
               DPS_LIST(void* sent, Argument count, Argument type, void* received, Argument room,
                        Argument its_type, Argument root),
               DPS_LIST(buffer(sent), *count, type_of(type), buffer(received), *room,
                        type_of(its_type), *root))
DPS_COLLECTIVE(Scatterv, scatterv, SCATTERV, Iscatterv,
               DPS_LIST(void* sent, Argument count, Argument at, Argument type, void* received,
                        Argument room, Argument its_type, Argument root),
               DPS_LIST(buffer(sent), count, at, type_of(type), buffer(received), *room,
                        type_of(its_type), *root))
DPS_COLLECTIVE(Reduce, reduce, REDUCE, Ireduce,
               DPS_LIST(void* sent, void* received, Argument count, Argument type, Argument op,
                        Argument root),
               DPS_LIST(buffer(sent), buffer(received), *count, type_of(type), op_of(op), *root))
DPS_COLLECTIVE(Reduce_scatter, reduce_scatter, REDUCE_SCATTER, Ireduce_scatter,
               DPS_LIST(void* sent, void* received, Argument counts, Argument type, Argument op),
               DPS_LIST(buffer(sent), buffer(received), counts, type_of(type), op_of(op)))

// Operations that combine data, with the arguments of MPI_Allreduce.
#define DPS_REDUCTION(name, lower, UPPER, iname)                                                   \
  DPS_COLLECTIVE(name, lower, UPPER, iname,                                                        \
                 DPS_LIST(void* sent, void* received, Argument count, Argument type, Argument op), \
                 DPS_LIST(buffer(sent), buffer(received), *count, type_of(type), op_of(op)))
DPS_REDUCTION(Allreduce, allreduce, ALLREDUCE, Iallreduce)
DPS_REDUCTION(Reduce_scatter_block, reduce_scatter_block, REDUCE_SCATTER_BLOCK,
              Ireduce_scatter_block)
DPS_REDUCTION(Scan, scan, SCAN, Iscan)
DPS_REDUCTION(Exscan, exscan, EXSCAN, Iexscan)

// Operations that exchange blocks of one size, with the arguments of MPI_Allgather.
#define DPS_EXCHANGE(name, lower, UPPER, iname)                                          \
  DPS_COLLECTIVE(                                                                        \
      name, lower, UPPER, iname,                                                         \
      DPS_LIST(void* sent, Argument count, Argument type, void* received, Argument room, \
               Argument its_type),                                                       \
      DPS_LIST(buffer(sent), *count, type_of(type), buffer(received), *room, type_of(its_type)))
DPS_EXCHANGE(Allgather, allgather, ALLGATHER, Iallgather)
DPS_EXCHANGE(Alltoall, alltoall, ALLTOALL, Ialltoall)
DPS_EXCHANGE(Neighbor_allgather, neighbor_allgather, NEIGHBOR_ALLGATHER, Ineighbor_allgather)
DPS_EXCHANGE(Neighbor_alltoall, neighbor_alltoall, NEIGHBOR_ALLTOALL, Ineighbor_alltoall)

// Operations that exchange blocks of several sizes, with the arguments of MPI_Allgatherv or
// MPI_Alltoallv.
#define DPS_GATHER_SIZED(name, lower, UPPER, iname)                                        \
  DPS_COLLECTIVE(name, lower, UPPER, iname,                                                \
                 DPS_LIST(void* sent, Argument count, Argument type, void* received,       \
                          Argument room, Argument at, Argument its_type),                  \
                 DPS_LIST(buffer(sent), *count, type_of(type), buffer(received), room, at, \
                          type_of(its_type)))
#define DPS_EXCHANGE_SIZED(name, lower, UPPER, iname)                                             \
  DPS_COLLECTIVE(name, lower, UPPER, iname,                                                       \
                 DPS_LIST(void* sent, Argument count, Argument at, Argument type, void* received, \
                          Argument room, Argument its_at, Argument its_type),                     \
                 DPS_LIST(buffer(sent), count, at, type_of(type), buffer(received), room, its_at, \
                          type_of(its_type)))
DPS_GATHER_SIZED(Allgatherv, allgatherv, ALLGATHERV, Iallgatherv)
DPS_GATHER_SIZED(Neighbor_allgatherv, neighbor_allgatherv, NEIGHBOR_ALLGATHERV,
                 Ineighbor_allgatherv)
DPS_EXCHANGE_SIZED(Alltoallv, alltoallv, ALLTOALLV, Ialltoallv)
DPS_EXCHANGE_SIZED(Neighbor_alltoallv, neighbor_alltoallv, NEIGHBOR_ALLTOALLV, Ineighbor_alltoallv)

static void alltoallw_binding(void* sent, Argument count, Argument at, Argument types,
                              void* received, Argument room, Argument its_at, Argument its_types,
                              Argument comm, Argument error) {
  const MPI_Comm of = comm_of(comm);
  sent = buffer(sent);
  FortranTypes sent_types(sent == MPI_IN_PLACE ? 0 : partners_of(of), types);
  FortranTypes received_types(partners_of(of), its_types);
  *error = MPI_Alltoallw(sent, count, at, sent_types.get(), buffer(received), room, its_at,
                         received_types.get(), of);
}
DPS_FORTRAN_BINDING(alltoallw, ALLTOALLW)

static void ialltoallw_binding(void* sent, Argument count, Argument at, Argument types,
                               void* received, Argument room, Argument its_at, Argument its_types,
                               Argument comm, Argument request, Argument error) {
  const MPI_Comm of = comm_of(comm);
  sent = buffer(sent);
  FortranTypes sent_types(sent == MPI_IN_PLACE ? 0 : partners_of(of), types);
  FortranTypes received_types(partners_of(of), its_types);
  MPI_Request made = nullptr;
  *error = MPI_Ialltoallw(sent, count, at, sent_types.get(), buffer(received), room, its_at,
                          received_types.get(), of, &made);
  if (*error == MPI_SUCCESS) {
    give(request, made);
  }
}
DPS_FORTRAN_BINDING(ialltoallw, IALLTOALLW)

static void neighbor_alltoallw_binding(void* sent, Argument count, MPI_Aint* at, Argument types,
                                       void* received, Argument room, MPI_Aint* its_at,
                                       Argument its_types, Argument comm, Argument error) {
  const MPI_Comm of = comm_of(comm);
  sent = buffer(sent);
  FortranTypes sent_types(degrees_of(of).out, types);
  FortranTypes received_types(degrees_of(of).in, its_types);
  *error = MPI_Neighbor_alltoallw(sent, count, at, sent_types.get(), buffer(received), room, its_at,
                                  received_types.get(), of);
}
DPS_FORTRAN_BINDING(neighbor_alltoallw, NEIGHBOR_ALLTOALLW)

static void ineighbor_alltoallw_binding(void* sent, Argument count, MPI_Aint* at, Argument types,
                                        void* received, Argument room, MPI_Aint* its_at,
                                        Argument its_types, Argument comm, Argument request,
                                        Argument error) {
  const MPI_Comm of = comm_of(comm);
  sent = buffer(sent);
  FortranTypes sent_types(degrees_of(of).out, types);
  FortranTypes received_types(degrees_of(of).in, its_types);
  MPI_Request made = nullptr;
  *error = MPI_Ineighbor_alltoallw(sent, count, at, sent_types.get(), buffer(received), room,
                                   its_at, received_types.get(), of, &made);
  if (*error == MPI_SUCCESS) {
    give(request, made);
  }
}
DPS_FORTRAN_BINDING(ineighbor_alltoallw, INEIGHBOR_ALLTOALLW)
