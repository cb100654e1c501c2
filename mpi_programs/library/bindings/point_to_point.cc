// The C bindings of messages between two ranks.
#include <mpi.h>

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/predicted/predicted_messages.h"
#include "mpi_programs/library/predicted/predicted_persistent.h"
#include "mpi_programs/library/predicted/predicted_probes.h"
#include "mpi_programs/library/predicted/predicted_requests.h"
#include "mpi_programs/library/requests.h"

using namespace dps::mpi_library;  // NOLINT(google-build-using-namespace): the bindings are global

namespace {

constexpr std::uint16_t kReceive = CallFlag::kReceives | CallFlag::kPending;

/// The status that a call fills: the user's, or an own one if that is ignored.
class StatusOf {
 public:
  StatusOf(bool is_needed, MPI_Status* users)
      : used_(is_needed && users == MPI_STATUS_IGNORE ? &own_ : users) {}
  [[nodiscard]] MPI_Status* get() const { return used_; }
  const MPI_Status& operator*() const { return *used_; }

 private:
  MPI_Status own_{};
  MPI_Status* used_;
};

void describe_probe(Call& call, int source, int tag, MPI_Comm comm) {
  if (call.is_recorded()) {
    call.describe(comm, source, tag, 0, 0);
  }
}

/// Stores the sender and the tag of the message that a probe has found.
void note_source(CallRecord& record, const MPI_Status& status) {
  record.peer = status.MPI_SOURCE;
  record.tag = status.MPI_TAG;
}

/// Posts the receive of the message that a matching probe has found.
void note_found(Call& call, const MPI_Status& status, MPI_Message message) {
  if (!call.is_recorded()) {
    return;
  }
  complete(*call.record(), status, 0);
  if (status.MPI_SOURCE != MPI_PROC_NULL) {
    call.record()->flags = kReceive;
    await(message, call.record());
  }
}

}  // namespace

#define DPS_SEND(name)                                                                        \
  extern "C" int MPI_##name(const void* buf, int count, MPI_Datatype type, int dest, int tag, \
                            MPI_Comm comm) {                                                  \
    Call call(k##name, DPS_CALLER);                                                           \
    if (call.is_recorded()) {                                                                 \
      call.describe(comm, dest, tag, bytes_of(count, type), CallFlag::kSends);                \
    }                                                                                         \
    return call.end(call.is_predicted()                                                       \
                        ? predicted_send(k##name, buf, count, type, dest, tag, comm)          \
                        : DPS_NEXT(name)(buf, count, type, dest, tag, comm));                 \
  }
DPS_SEND(Send)
DPS_SEND(Bsend)
DPS_SEND(Ssend)
DPS_SEND(Rsend)

#define DPS_ISEND(name)                                                                       \
  extern "C" int MPI_##name(const void* buf, int count, MPI_Datatype type, int dest, int tag, \
                            MPI_Comm comm, MPI_Request* request) {                            \
    Call call(k##name, DPS_CALLER);                                                           \
    if (call.is_recorded()) {                                                                 \
      call.describe(comm, dest, tag, bytes_of(count, type), CallFlag::kSends);                \
    }                                                                                         \
    const int code =                                                                          \
        call.is_predicted()                                                                   \
            ? predicted_begin_send(k##name, {buf, count, type, dest, tag}, comm, request)     \
            : DPS_NEXT(name)(buf, count, type, dest, tag, comm, request);                     \
    return end_with_request(call, code, request);                                             \
  }
DPS_ISEND(Isend)
DPS_ISEND(Ibsend)
DPS_ISEND(Issend)
DPS_ISEND(Irsend)

// `one`: the function of one of its messages.
#define DPS_SEND_INIT(name, one)                                                                  \
  extern "C" int MPI_##name(const void* buf, int count, MPI_Datatype type, int dest, int tag,     \
                            MPI_Comm comm, MPI_Request* request) {                                \
    Call call(k##name, DPS_CALLER);                                                               \
    const int code = call.is_predicted()                                                          \
                         ? predicted_send_init(one, {buf, count, type, dest, tag}, comm, request) \
                         : DPS_NEXT(name)(buf, count, type, dest, tag, comm, request);            \
    if (is_attached && code == MPI_SUCCESS) {                                                     \
      add_persistent(*request, {comm, dest, tag, bytes_of(count, type), CallFlag::kSends});       \
    }                                                                                             \
    return call.end(code);                                                                        \
  }
DPS_SEND_INIT(Send_init, kIsend)
DPS_SEND_INIT(Bsend_init, kIbsend)
DPS_SEND_INIT(Ssend_init, kIssend)
DPS_SEND_INIT(Rsend_init, kIrsend)

extern "C" int MPI_Recv_init(void* buf, int count, MPI_Datatype type, int source, int tag,
                             MPI_Comm comm, MPI_Request* request) {
  Call call(kRecv_init, DPS_CALLER);
  const int code = call.is_predicted()
                       ? predicted_recv_init({buf, count, type, source, tag}, comm, request)
                       : DPS_NEXT(Recv_init)(buf, count, type, source, tag, comm, request);
  if (is_attached && code == MPI_SUCCESS) {
    add_persistent(*request, {comm, source, tag, bytes_of(count, type), CallFlag::kReceives});
  }
  return call.end(code);
}

extern "C" int MPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                        MPI_Status* status) {
  Call call(kRecv, DPS_CALLER);
  const bool is_predicted = call.is_predicted();
  if (!call.is_recorded()) {
    return call.end(is_predicted ? predicted_receive(buf, count, type, source, tag, comm, status)
                                 : DPS_NEXT(Recv)(buf, count, type, source, tag, comm, status));
  }
  call.describe(comm, source, tag, 0, kReceive);
  const StatusOf got(call.is_recorded(), status);
  const int code = is_predicted ? predicted_receive(buf, count, type, source, tag, comm, got.get())
                                : DPS_NEXT(Recv)(buf, count, type, source, tag, comm, got.get());
  if (has_received(code)) {
    complete(*call.record(), *got, 0);
  }
  return call.end(code);
}

extern "C" int MPI_Irecv(void* buf, int count, MPI_Datatype type, int source, int tag,
                         MPI_Comm comm, MPI_Request* request) {
  Call call(kIrecv, DPS_CALLER);
  const bool is_null = source == MPI_PROC_NULL;  // whose request is one for all
  if (call.is_recorded()) {
    call.describe(comm, source, tag, 0, is_null ? 0 : kReceive);
  }
  const int code = call.is_predicted()
                       ? predicted_begin_receive({buf, count, type, source, tag}, comm, request)
                       : DPS_NEXT(Irecv)(buf, count, type, source, tag, comm, request);
  if (call.is_recorded() && code == MPI_SUCCESS && !is_null) {
    await(*request, call.record());
  }
  return call.end(code);
}

namespace {

/// The two messages of a call that sends and receives.
class Exchange {
 public:
  Exchange(Call& call, int source, int tag) : call_(call) {
    if (call.is_recorded()) {
      part_ = call.add_part(kReceive);
    }
    if (part_ != nullptr) {
      part_->peer = source;
      part_->tag = tag;
      part_->size = 0;
    }
  }
  int end(int code, const MPI_Status* status) {
    call_.end(has_received(code) ? MPI_SUCCESS : code);  // the message was sent
    if (part_ != nullptr) {
      part_->end = call_.record()->end;
      if (has_received(code)) {
        complete(*part_, *status, call_.link());
      }
    }
    return code;
  }

 private:
  Call& call_;
  CallRecord* part_ = nullptr;
};

}  // namespace

extern "C" int MPI_Sendrecv(const void* sent, int count, MPI_Datatype type, int dest, int tag,
                            void* received, int room, MPI_Datatype its_type, int source,
                            int its_tag, MPI_Comm comm, MPI_Status* status) {
  Call call(kSendrecv, DPS_CALLER);
  if (call.is_recorded()) {
    call.describe(comm, dest, tag, bytes_of(count, type), CallFlag::kSends);
  }
  Exchange exchange(call, source, its_tag);
  const StatusOf got(call.is_recorded(), status);
  if (call.is_predicted()) {
    return exchange.end(
        predicted_exchange(kSendrecv, {sent, count, type, dest, tag},
                           {received, room, its_type, source, its_tag}, comm, got.get()),
        got.get());
  }
  return exchange.end(DPS_NEXT(Sendrecv)(sent, count, type, dest, tag, received, room, its_type,
                                         source, its_tag, comm, got.get()),
                      got.get());
}

extern "C" int MPI_Sendrecv_replace(void* buf, int count, MPI_Datatype type, int dest, int tag,
                                    int source, int its_tag, MPI_Comm comm, MPI_Status* status) {
  Call call(kSendrecv_replace, DPS_CALLER);
  if (call.is_recorded()) {
    call.describe(comm, dest, tag, bytes_of(count, type), CallFlag::kSends);
  }
  Exchange exchange(call, source, its_tag);
  const StatusOf got(call.is_recorded(), status);
  if (call.is_predicted()) {
    return exchange.end(predicted_exchange(kSendrecv_replace, {buf, count, type, dest, tag},
                                           {buf, count, type, source, its_tag}, comm, got.get()),
                        got.get());
  }
  return exchange.end(
      DPS_NEXT(Sendrecv_replace)(buf, count, type, dest, tag, source, its_tag, comm, got.get()),
      got.get());
}

extern "C" int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  Call call(kProbe, DPS_CALLER);
  describe_probe(call, source, tag, comm);
  const StatusOf got(call.is_recorded(), status);
  const int code = call.is_predicted() ? predicted_probe(source, tag, comm, got.get())
                                       : DPS_NEXT(Probe)(source, tag, comm, got.get());
  if (call.is_recorded() && code == MPI_SUCCESS) {
    note_source(*call.record(), *got);
  }
  return call.end(code);
}

extern "C" int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  Call call(kIprobe, DPS_CALLER);
  describe_probe(call, source, tag, comm);
  const StatusOf got(call.is_recorded(), status);
  const int code = call.is_predicted() ? predicted_test_probe(source, tag, comm, flag, got.get())
                                       : DPS_NEXT(Iprobe)(source, tag, comm, flag, got.get());
  if (code == MPI_SUCCESS && *flag == 0) {
    return call.end_poll(code);
  }
  if (call.is_recorded() && code == MPI_SUCCESS) {
    note_source(*call.record(), *got);
  }
  return call.end(code);
}

extern "C" int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message,
                          MPI_Status* status) {
  Call call(kMprobe, DPS_CALLER);
  describe_probe(call, source, tag, comm);
  const StatusOf got(call.is_recorded(), status);
  const int code = call.is_predicted()
                       ? predicted_match_probe(source, tag, comm, message, got.get())
                       : DPS_NEXT(Mprobe)(source, tag, comm, message, got.get());
  if (call.is_recorded() && code == MPI_SUCCESS) {
    note_found(call, *got, *message);
  }
  return call.end(code);
}

extern "C" int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                           MPI_Status* status) {
  Call call(kImprobe, DPS_CALLER);
  describe_probe(call, source, tag, comm);
  const StatusOf got(call.is_recorded(), status);
  const int code = call.is_predicted()
                       ? predicted_test_match_probe(source, tag, comm, flag, message, got.get())
                       : DPS_NEXT(Improbe)(source, tag, comm, flag, message, got.get());
  if (call.is_recorded() && code == MPI_SUCCESS && *flag == 0) {
    return call.end_poll(code);
  }
  if (call.is_recorded() && code == MPI_SUCCESS) {
    note_found(call, *got, *message);
  }
  return call.end(code);
}

extern "C" int MPI_Mrecv(void* buf, int count, MPI_Datatype type, MPI_Message* message,
                         MPI_Status* status) {
  Call call(kMrecv, DPS_CALLER);
  CallRecord* probe =
      is_attached && message != nullptr ? drop(*message) : nullptr;  // which found the message
  const StatusOf got(probe != nullptr, status);
  const int code = call.is_predicted()
                       ? predicted_receive_matched(buf, count, type, message, got.get())
                       : DPS_NEXT(Mrecv)(buf, count, type, message, got.get());
  if (has_received(code) && probe != nullptr) {
    complete(*probe, *got, call.link());
  }
  return call.end(code);
}

extern "C" int MPI_Imrecv(void* buf, int count, MPI_Datatype type, MPI_Message* message,
                          MPI_Request* request) {
  Call call(kImrecv, DPS_CALLER);
  CallRecord* probe = is_attached && message != nullptr ? drop(*message) : nullptr;
  const int code = call.is_predicted() ? predicted_begin_matched(buf, count, type, message, request)
                                       : DPS_NEXT(Imrecv)(buf, count, type, message, request);
  if (code == MPI_SUCCESS && probe != nullptr) {
    await(*request, probe);
  }
  return call.end(code);
}
