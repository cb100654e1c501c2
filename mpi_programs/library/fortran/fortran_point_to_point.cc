// The Fortran bindings of messages between two ranks.
#include "mpi_programs/library/fortran/fortran.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

#define DPS_SEND(name, lower, UPPER)                                                     \
  static void lower##_binding(void* buf, Argument count, Argument type, Argument dest,   \
                              Argument tag, Argument comm, Argument error) {             \
    *error = MPI_##name(buffer(buf), *count, type_of(type), *dest, *tag, comm_of(comm)); \
  }                                                                                      \
  DPS_FORTRAN_BINDING(lower, UPPER)
DPS_SEND(Send, send, SEND)
DPS_SEND(Bsend, bsend, BSEND)
DPS_SEND(Ssend, ssend, SSEND)
DPS_SEND(Rsend, rsend, RSEND)

// Sends and receives that make a request.
#define DPS_REQUEST(name, lower, UPPER)                                                         \
  static void lower##_binding(void* buf, Argument count, Argument type, Argument peer,          \
                              Argument tag, Argument comm, Argument request, Argument error) {  \
    MPI_Request made = nullptr;                                                                 \
    *error = MPI_##name(buffer(buf), *count, type_of(type), *peer, *tag, comm_of(comm), &made); \
    if (*error == MPI_SUCCESS) {                                                                \
      give(request, made);                                                                      \
    }                                                                                           \
  }                                                                                             \
  DPS_FORTRAN_BINDING(lower, UPPER)
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

static void recv_binding(void* buf, Argument count, Argument type, Argument source, Argument tag,
                         Argument comm, Argument status, Argument error) {
  *error =
      MPI_Recv(buffer(buf), *count, type_of(type), *source, *tag, comm_of(comm), status_of(status));
}
DPS_FORTRAN_BINDING(recv, RECV)

static void sendrecv_binding(void* sent, Argument count, Argument type, Argument dest, Argument tag,
                             void* received, Argument room, Argument its_type, Argument source,
                             Argument its_tag, Argument comm, Argument status, Argument error) {
  *error = MPI_Sendrecv(buffer(sent), *count, type_of(type), *dest, *tag, buffer(received), *room,
                        type_of(its_type), *source, *its_tag, comm_of(comm), status_of(status));
}
DPS_FORTRAN_BINDING(sendrecv, SENDRECV)

static void sendrecv_replace_binding(void* buf, Argument count, Argument type, Argument dest,
                                     Argument tag, Argument source, Argument its_tag, Argument comm,
                                     Argument status, Argument error) {
  *error = MPI_Sendrecv_replace(buffer(buf), *count, type_of(type), *dest, *tag, *source, *its_tag,
                                comm_of(comm), status_of(status));
}
DPS_FORTRAN_BINDING(sendrecv_replace, SENDRECV_REPLACE)

static void probe_binding(Argument source, Argument tag, Argument comm, Argument status,
                          Argument error) {
  *error = MPI_Probe(*source, *tag, comm_of(comm), status_of(status));
}
DPS_FORTRAN_BINDING(probe, PROBE)

static void iprobe_binding(Argument source, Argument tag, Argument comm, Argument flag,
                           Argument status, Argument error) {
  int found = 0;
  *error = MPI_Iprobe(*source, *tag, comm_of(comm), &found, status_of(status));
  *flag = found;
}
DPS_FORTRAN_BINDING(iprobe, IPROBE)
DPS_FORTRAN_PMPI_NAME(iprobe)

static void mprobe_binding(Argument source, Argument tag, Argument comm, Argument message,
                           Argument status, Argument error) {
  MPI_Message found = nullptr;
  *error = MPI_Mprobe(*source, *tag, comm_of(comm), &found, status_of(status));
  if (*error == MPI_SUCCESS) {
    give(message, found);
  }
}
DPS_FORTRAN_BINDING(mprobe, MPROBE)

static void improbe_binding(Argument source, Argument tag, Argument comm, Argument flag,
                            Argument message, Argument status, Argument error) {
  MPI_Message found = nullptr;
  int is_found = 0;
  *error = MPI_Improbe(*source, *tag, comm_of(comm), &is_found, &found, status_of(status));
  *flag = is_found;
  if (*error == MPI_SUCCESS && is_found != 0) {
    give(message, found);
  }
}
DPS_FORTRAN_BINDING(improbe, IMPROBE)
DPS_FORTRAN_PMPI_NAME(improbe)

static void mrecv_binding(void* buf, Argument count, Argument type, Argument message,
                          Argument status, Argument error) {
  MPI_Message of = message_of(message);
  *error = MPI_Mrecv(buffer(buf), *count, type_of(type), &of, status_of(status));
  if (*error == MPI_SUCCESS) {
    give(message, of);
  }
}
DPS_FORTRAN_BINDING(mrecv, MRECV)

static void imrecv_binding(void* buf, Argument count, Argument type, Argument message,
                           Argument request, Argument error) {
  MPI_Message of = message_of(message);
  MPI_Request made = nullptr;
  *error = MPI_Imrecv(buffer(buf), *count, type_of(type), &of, &made);
  if (*error == MPI_SUCCESS) {
    give(message, of);
    give(request, made);
  }
}
DPS_FORTRAN_BINDING(imrecv, IMRECV)
