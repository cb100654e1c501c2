// The Fortran bindings of messages between two ranks.
#include "mpi_library/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

using Word = MPI_Fint*;

#define DPS_SEND(name, lower, UPPER)                                                               \
  extern "C" void mpi_##lower##_(void* buf, Word count, Word type, Word dest, Word tag, Word comm, \
                                 Word error) {                                                     \
    const FortranCaller caller(DPS_CALLER);                                                        \
    *error = MPI_##name(buffer(buf), *count, type_of(type), *dest, *tag, comm_of(comm));           \
  }                                                                                                \
  DPS_FORTRAN_NAMES(lower, UPPER)
DPS_SEND(Send, send, SEND)
DPS_SEND(Bsend, bsend, BSEND)
DPS_SEND(Ssend, ssend, SSEND)
DPS_SEND(Rsend, rsend, RSEND)

// Sends and receives that make a request.
#define DPS_REQUEST(name, lower, UPPER)                                                            \
  extern "C" void mpi_##lower##_(void* buf, Word count, Word type, Word peer, Word tag, Word comm, \
                                 Word request, Word error) {                                       \
    const FortranCaller caller(DPS_CALLER);                                                        \
    MPI_Request made = nullptr;                                                                    \
    *error = MPI_##name(buffer(buf), *count, type_of(type), *peer, *tag, comm_of(comm), &made);    \
    if (*error == MPI_SUCCESS) {                                                                   \
      give(request, made);                                                                         \
    }                                                                                              \
  }                                                                                                \
  DPS_FORTRAN_NAMES(lower, UPPER)
DPS_REQUEST(Isend, isend, ISEND)
DPS_REQUEST(Ibsend, ibsend, IBSEND)
DPS_REQUEST(Issend, issend, ISSEND)
DPS_REQUEST(Irsend, irsend, IRSEND)
DPS_REQUEST(Irecv, irecv, IRECV)
DPS_REQUEST(Send_init, send_init, SEND_INIT)
DPS_REQUEST(Bsend_init, bsend_init, BSEND_INIT)
DPS_REQUEST(Ssend_init, ssend_init, SSEND_INIT)
DPS_REQUEST(Rsend_init, rsend_init, RSEND_INIT)
DPS_REQUEST(Recv_init, recv_init, RECV_INIT)

extern "C" void mpi_recv_(void* buf, Word count, Word type, Word source, Word tag, Word comm,
                          Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  *error = MPI_Recv(buffer(buf), *count, type_of(type), *source, *tag, comm_of(comm), got.get());
  got.give_back();
}
DPS_FORTRAN_NAMES(recv, RECV)

extern "C" void mpi_sendrecv_(void* sent, Word count, Word type, Word dest, Word tag,
                              void* received, Word room, Word its_type, Word source, Word its_tag,
                              Word comm, Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  *error = MPI_Sendrecv(buffer(sent), *count, type_of(type), *dest, *tag, buffer(received), *room,
                        type_of(its_type), *source, *its_tag, comm_of(comm), got.get());
  got.give_back();
}
DPS_FORTRAN_NAMES(sendrecv, SENDRECV)

extern "C" void mpi_sendrecv_replace_(void* buf, Word count, Word type, Word dest, Word tag,
                                      Word source, Word its_tag, Word comm, Word status,
                                      Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  *error = MPI_Sendrecv_replace(buffer(buf), *count, type_of(type), *dest, *tag, *source, *its_tag,
                                comm_of(comm), got.get());
  got.give_back();
}
DPS_FORTRAN_NAMES(sendrecv_replace, SENDRECV_REPLACE)

extern "C" void mpi_probe_(Word source, Word tag, Word comm, Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  *error = MPI_Probe(*source, *tag, comm_of(comm), got.get());
  got.give_back();
}
DPS_FORTRAN_NAMES(probe, PROBE)

extern "C" void mpi_iprobe_(Word source, Word tag, Word comm, Word flag, Word status, Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  int found = 0;
  *error = MPI_Iprobe(*source, *tag, comm_of(comm), &found, got.get());
  *flag = found;
  if (found != 0) {
    got.give_back();
  }
}
DPS_FORTRAN_NAMES(iprobe, IPROBE)
DPS_FORTRAN_PMPI_NAME(iprobe)

extern "C" void mpi_mprobe_(Word source, Word tag, Word comm, Word message, Word status,
                            Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  MPI_Message found = nullptr;
  *error = MPI_Mprobe(*source, *tag, comm_of(comm), &found, got.get());
  if (*error == MPI_SUCCESS) {
    give(message, found);
  }
  got.give_back();
}
DPS_FORTRAN_NAMES(mprobe, MPROBE)

extern "C" void mpi_improbe_(Word source, Word tag, Word comm, Word flag, Word message, Word status,
                             Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  MPI_Message found = nullptr;
  int is_found = 0;
  *error = MPI_Improbe(*source, *tag, comm_of(comm), &is_found, &found, got.get());
  *flag = is_found;
  if (*error == MPI_SUCCESS && is_found != 0) {
    give(message, found);
    got.give_back();
  }
}
DPS_FORTRAN_NAMES(improbe, IMPROBE)
DPS_FORTRAN_PMPI_NAME(improbe)

extern "C" void mpi_mrecv_(void* buf, Word count, Word type, Word message, Word status,
                           Word error) {
  const FortranCaller caller(DPS_CALLER);
  FortranStatus got(status);
  MPI_Message of = message_of(message);
  *error = MPI_Mrecv(buffer(buf), *count, type_of(type), &of, got.get());
  if (*error == MPI_SUCCESS) {
    give(message, of);
  }
  got.give_back();
}
DPS_FORTRAN_NAMES(mrecv, MRECV)

extern "C" void mpi_imrecv_(void* buf, Word count, Word type, Word message, Word request,
                            Word error) {
  const FortranCaller caller(DPS_CALLER);
  MPI_Message of = message_of(message);
  MPI_Request made = nullptr;
  *error = MPI_Imrecv(buffer(buf), *count, type_of(type), &of, &made);
  if (*error == MPI_SUCCESS) {
    give(message, of);
    give(request, made);
  }
}
DPS_FORTRAN_NAMES(imrecv, IMRECV)
