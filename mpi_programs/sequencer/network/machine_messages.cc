// The messages of ranks on a machine with a network, and the receives that take them.
#include <algorithm>

#include "mpi_programs/sequencer/network/machine_sequencer.h"

namespace dps::sequencer {
namespace {

/// True for a send that never waits for its receive, however long it is. MPI_Sendrecv from
/// MPI_PROC_NULL is a request to send.
bool is_free(const board::BoardRequest& request) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  return request.kind == board::RequestKind::kExchange || request.function == kBsend ||
         request.function == kIbsend || request.function == kSendrecv ||
         request.function == kSendrecv_replace || (request.flags & board::kOfCollective) != 0;
}

}  // namespace

std::int32_t MachineSequencer::add_send(std::int32_t rank, std::int32_t to,
                                        const CommunicatorView& where) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  RankOnMachine& of = state_of(rank);
  const board::BoardRequest& request = of.call.request;
  const auto function = static_cast<Function>(request.function);
  const bool is_synchronous = function == kSsend || function == kIssend;
  SentLetter letter;
  letter.letter = {static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(to), request.bytes,
                   false, false};
  letter.begin = clock();
  letter.due_to = {rank, of.call.begin};
  letter.caller = rank;
  letter.call = of.call.begin;
  Parcel& parcel = letter.parcel;
  parcel.awaits_receipt =
      is_synchronous || (!is_free(request) && eager_ && request.bytes > *eager_);
  of.call.repeats = calls_repeat_ && !waiting_cost_.network_listens && !parcel.awaits_receipt &&
                    of.call.kind() != board::RequestKind::kExchange;
  parcel.receive = network_->cost(letter.letter).receive;
  UntakenMessage& message = parcel.message;
  message.begin = clock();
  message.sender = rank;
  message.communicator = context_of(request, where);
  message.source = where.self;
  message.tag = request.tag;
  message.bytes = request.bytes;
  message.place = request.place;
  message.send_operation =
      of.call.kind() == board::RequestKind::kBeginSend ? request.operation : --of.last_own;
  NetworkOperation& operation = of.operations[message.send_operation];
  operation.is_send = true;
  operation.completed_by = letter.due_to;
  operation.awaits_receipt = parcel.awaits_receipt;
  letter.operation = message.send_operation;
  of.call.letter = letters_.add(letter);
  return message.send_operation;
}

/// Called when the network has taken the letter and does not hold its sender.
void MachineSequencer::entered(const SentLetter& letter) {
  if (letter.kind == LetterKind::kPart) {
    return entered_part(letter);
  }
  if (letter.kind == LetterKind::kReceipt) {
    return;
  }
  const auto rank = static_cast<std::int32_t>(letter.letter.from);
  RankOnMachine& of = state_of(rank);
  if (const auto send = of.operations.find(letter.operation); send != of.operations.end()) {
    send->second.has_entered = true;
    send->second.completed = clock();
    noticed_.insert(rank);
  }
}

std::int32_t MachineSequencer::open_receive(std::int32_t rank, std::int32_t number,
                                            const Pattern& pattern) {
  RankOnMachine& of = state_of(rank);
  number = number == 0 ? --of.last_own : number;
  of.operations[number].pattern = pattern;
  of.unmatched.push_back(number);
  const auto found =
      std::find_if(of.unexpected.begin(), of.unexpected.end(),
                   [&](const Parcel& parcel) { return pattern.fits(parcel.message); });
  if (found != of.unexpected.end()) {
    const Parcel parcel = *found;
    of.unexpected.erase(found);
    give(rank, number, parcel, {rank, of.call.begin});
  }
  return number;
}

void MachineSequencer::receive(std::int32_t rank) {
  NetworkCall& call = state_of(rank).call;
  const board::BoardRequest& request = call.request;
  const CommunicatorView* const where = checks_.communicator(rank, request, communicators_);
  if (where != nullptr && checks_.is_source(rank, request, *where, request.peer)) {
    call.operations = {
        open_receive(rank, 0, {context_of(request, *where), request.peer, request.tag})};
    take_chosen(rank);
  }
}

void MachineSequencer::begin_receive(std::int32_t rank) {
  const board::BoardRequest& request = state_of(rank).call.request;
  const CommunicatorView* const where = checks_.communicator(rank, request, communicators_);
  if (where != nullptr && checks_.is_source(rank, request, *where, request.peer)) {
    open_receive(rank, request.operation, {context_of(request, *where), request.peer, request.tag});
    board::BoardReply reply;
    reply.repeats = calls_repeat_ ? 1 : 0;
    release(rank, reply);
  }
}

/// `due_to`: the start of the send, or the post of the receive if that was later than the arrival.
void MachineSequencer::give(std::int32_t rank, std::int32_t number, const Parcel& parcel,
                            RankInstant due_to) {
  RankOnMachine& of = state_of(rank);
  NetworkOperation& operation = of.operations.at(number);
  operation.parcel = parcel;
  operation.completed_by = due_to;
  operation.completed = clock();
  std::erase(of.unmatched, number);
  if (parcel.awaits_receipt) {
    answer(rank, parcel.message, due_to);
  }
}

/// Called when the receiver of a message has posted its receive: notifies the sender.
void MachineSequencer::answer(std::int32_t rank, const UntakenMessage& message,
                              RankInstant due_to) {
  SentLetter letter;
  letter.letter = {static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(message.sender), 0,
                   false, false};
  letter.kind = LetterKind::kReceipt;
  letter.caller = message.sender;
  letter.call = message.begin;
  letter.operation = message.send_operation;
  letter.begin = clock();
  letter.due_to = due_to;
  letters_.enter(letters_.add(letter), now_);
}

void MachineSequencer::note_end(std::int32_t rank, std::int64_t call, RankInstant on) {
  if (observes_ends_ && call < clock()) {
    ends_of_calls_.push_back({rank, call, on});
  }
}

void MachineSequencer::arrive(std::uint32_t id) {
  const SentLetter letter = letters_[id];
  letters_.remove(id);
  const auto rank = static_cast<std::int32_t>(letter.letter.to);
  RankOnMachine& of = state_of(rank);
  of.has_arrival = true;
  noticed_.insert(rank);
  if (letter.kind == LetterKind::kPart) {
    return arrive_part(letter);
  }
  if (letter.kind == LetterKind::kReceipt) {
    if (const auto send = of.operations.find(letter.operation); send != of.operations.end()) {
      send->second.awaits_receipt = false;
      send->second.completed_by = letter.due_to;
      send->second.completed = clock();
    }
    return;
  }
  if (const std::int32_t number = of.first_receive_for(letter.parcel.message)) {
    give(rank, number, letter.parcel, letter.due_to);
  } else {
    of.unexpected.push_back(letter.parcel);
  }
}

}  // namespace dps::sequencer
