#include "commands/programs/predicted_ranks.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "base/exit_status.h"
#include "base/units.h"
#include "mpi_programs/board/arena.h"
#include "mpi_programs/board/reply_place.h"
#include "mpi_programs/sequencer/network/machine_sequencer.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::commands {

PredictedRanks::PredictedRanks(const PredictionPlan& plan) : plan_(plan) {
  if (plan.costs != nullptr) {
    costs_.emplace(*plan.costs, plan.costs_file);
  }
}

void PredictedRanks::fail(const std::string& reason) {
  if (!obstacle_) {
    obstacle_ = sequencer::Obstacle{ExitStatus::kFailed, reason, ""};
  }
}

void PredictedRanks::begin(std::uint32_t ranks) {
  size_ = ranks;
  first_ = std::chrono::steady_clock::now();
  if (plan_.jobs != 0 && plan_.jobs < ranks) {
    gate_.limit(plan_.jobs);
  }
  auto& replies = static_cast<sequencer::Replies&>(*this);
  if (const machines::Datasheet* sheet = plan_.machine.parts().sheet) {
    times_.emplace(*sheet, plan_.options, ranks);
    auto made = std::make_unique<sequencer::Sequencer>(ranks, *times_, replies);
    made->limit_polls(plan_.poll_limit);
    if (plan_.observes_ends) {
      made->observe_ends();
    }
    time_ = std::move(made);
  } else {
    auto made = std::make_unique<sequencer::MachineSequencer>(
        ranks, plan_.machine,
        sequencer::MachineSequencerOptions{plan_.options.eager, plan_.poll_limit,
                                           plan_.observes_links, plan_.observes_ends},
        replies);
    on_network_ = made.get();
    time_ = std::move(made);
  }
  arena_ = board::make_arena(ranks, board::area_for(plan_.room));
  desks_ = arena_.is_open() ? board::map_desks(arena_.get(), ranks) : nullptr;
  taken_.resize(ranks);
  if (desks_ == nullptr) {
    fail(std::string("cannot make the memory of the prediction: ") + std::strerror(errno));
    return;
  }
  // If fewer looked, the next reply would often have to wake a rank (bench/mpi_predict).
  constexpr std::uint32_t kLookingForEachCore = 4;
  board::head_of(desks_).most_looking = kLookingForEachCore * std::thread::hardware_concurrency();
}

PredictedRanks::~PredictedRanks() {
  if (desks_ != nullptr) {
    ::munmap(desks_, board::desks_end(size_));
  }
}

board::Desk* PredictedRanks::desk_of(std::int32_t rank) const {
  return desks_ != nullptr && rank >= 0 && static_cast<std::uint32_t>(rank) < size_
             ? &board::desk_of(desks_, static_cast<std::uint64_t>(rank))
             : nullptr;
}

void PredictedRanks::take_ring(std::int32_t rank) {
  board::Desk* desk = desk_of(rank);
  if (desk == nullptr) {
    return;
  }
  const bool is_right = desk->requests.take_all(
      taken_[static_cast<std::size_t>(rank)],
      [&](const board::BoardRequest& request, std::vector<std::int32_t> listed) {
        take(rank, request, std::move(listed));
      });
  if (!is_right) {
    fail(fmt::format("p[{}] has damaged the memory through which it reports its calls", rank));
  }
}

std::int64_t PredictedRanks::step() const {
  if (plan_.step) {
    return *plan_.step;
  }
  const auto of_machine = time_ ? time_->terms().step : std::nullopt;
  return of_machine ? of_machine->count() : kUsualStep;
}

std::pair<board::PredictionTerms, int> PredictedRanks::terms_for(const board::AttachedRank& rank) {
  if (!time_) {
    begin(static_cast<std::uint32_t>(std::max(rank.size, 1)));
  }
  board::PredictionTerms terms;
  terms.predicts = 1;
  terms.area = board::area_for(plan_.room);
  terms.room = plan_.room;
  terms.wtime = time_->terms().wtime.count();
  terms.step = step();
  terms.computing = plan_.computing;
  terms.network = time_->terms().network |
                  (gate_.is_limited() ? board::NetworkTerm::kTakesTurns : std::uint32_t{0});
  constexpr double kUsualSpeed = 1000;
  const auto host = host_of(rank.rank);
  const double speed = host ? static_cast<double>(plan_.machine.hosts()[*host].speed) : kUsualSpeed;
  const bool is_measured = plan_.computing == board::Computing::kMeasured;
  terms.ratio = plan_.ratio * (is_measured ? kUsualSpeed / speed : 1);
  return {terms, arena_.get()};
}

void PredictedRanks::begun(const board::AttachedRank& rank) {
  connections_[rank.rank] = rank.connection.get();
  ++attached_;
}

void PredictedRanks::requested(std::int32_t rank, const std::vector<char>& message) {
  take_ring(rank);
  board::BoardRequest request;
  if (message.size() < sizeof(request) ||
      (message.size() - sizeof(request)) % sizeof(std::int32_t) != 0) {
    fail(fmt::format("p[{}] sent a malformed request", rank));
    return;
  }
  std::memcpy(&request, message.data(), sizeof(request));
  std::vector<std::int32_t> listed((message.size() - sizeof(request)) / sizeof(std::int32_t));
  std::memcpy(listed.data(), message.data() + sizeof(request), message.size() - sizeof(request));
  take(rank, request, std::move(listed));
}

void PredictedRanks::take(std::int32_t rank, const board::BoardRequest& request,
                          std::vector<std::int32_t> listed) {
  if (request.kind == board::RequestKind::kLook) {
    return;  // dps is awake, and has looked
  }
  gate_.requested(rank, request);
  if (!take_computing(rank, request, listed)) {
    time_->take(rank, request, std::move(listed));
  }
}

bool PredictedRanks::take_computing(std::int32_t rank, const board::BoardRequest& request,
                                    const std::vector<std::int32_t>& listed) {
  using board::RequestKind;
  if (request.kind == RequestKind::kNoCounter) {
    obstacle_ = counter_obstacle(static_cast<int>(request.bytes));
    return true;
  }
  if (request.kind == RequestKind::kTurn) {
    board::BoardReply turn;
    turn.clock = request.clock;
    reply(rank, turn, {});
    return true;
  }
  if (request.kind != RequestKind::kNameSite && request.kind != RequestKind::kCost) {
    return false;
  }
  const bool is_site = request.kind == RequestKind::kNameSite;
  const auto cost = costs_ && !is_site ? costs_->cost_of(rank, request) : std::nullopt;
  if (cost) {
    reply(rank, *cost, {});
  } else if (!is_site || !costs_ || !costs_->describe(rank, request, listed)) {
    fail(fmt::format("p[{}] sent an invalid request", rank));
  }
  return true;
}

void PredictedRanks::ended(std::int32_t rank) {
  take_ring(rank);
  connections_.erase(rank);
  gate_.ended(rank);
  time_->end(rank);
}

void PredictedRanks::reply(std::int32_t rank, const board::BoardReply& reply,
                           const std::vector<board::Completion>& completions) {
  if (!gate_.is_limited() || gate_.pass({rank, reply, completions})) {
    send(rank, reply, completions);
  }
}

void PredictedRanks::send(std::int32_t rank, const board::BoardReply& reply,
                          const std::vector<board::Completion>& completions) {
  const auto found = connections_.find(rank);
  board::Desk* desk = desk_of(rank);
  if (found == connections_.end() || desk == nullptr) {
    return;
  }
  if (!board::has_room(completions.size()) &&
      !board::send_reply(found->second, reply, completions)) {
    return fail(fmt::format("cannot send p[{}] a reply: {}", rank, std::strerror(errno)));
  }
  board::answer(desk->reply, reply, completions);
}

bool PredictedRanks::has_requests() const {
  return !obstacle_ &&
         std::any_of(connections_.begin(), connections_.end(), [&](const auto& connection) {
           const board::Desk* desk = desk_of(connection.first);
           return desk != nullptr &&
                  desk->requests.has_more(taken_[static_cast<std::size_t>(connection.first)]);
         });
}

bool PredictedRanks::await_requests() {
  return brief_.wait([&] { return has_requests(); });
}

bool PredictedRanks::fall_asleep() {
  if (desks_ == nullptr) {
    return true;
  }
  board::head_of(desks_).dps_sleeps.store(1, std::memory_order_relaxed);
  // A rank puts its request, then looks; so one of the two sees the other.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return !has_requests();
}

void PredictedRanks::wake_up() {
  if (desks_ != nullptr) {
    board::head_of(desks_).dps_sleeps.store(0, std::memory_order_relaxed);
  }
}

void PredictedRanks::settle() {
  for (const auto& [rank, connection] : connections_) {
    take_ring(rank);
  }
  if (time_) {
    time_->settle();
  }
  while (const auto reply = gate_.next()) {
    send(reply->rank, reply->reply, reply->completions);
  }
}

std::optional<sequencer::Obstacle> PredictedRanks::obstacle() const {
  if (obstacle_) {
    return obstacle_;
  }
  constexpr std::chrono::seconds kTimeToAttach{30};
  if (awaits_ranks() && std::chrono::steady_clock::now() - first_ > kTimeToAttach) {
    return sequencer::Obstacle{
        ExitStatus::kFailed,
        fmt::format("{} of {} ranks have not attached 30 s after the first one", size_ - attached_,
                    size_),
        "check that they have room for their logs in $TMPDIR, and that no script removes "
        "LD_PRELOAD "
        "or DPS_BOARD from their environment"};
  }
  if (time_ && time_->is_deadlock() && !time_->obstacle()) {
    return sequencer::Obstacle{ExitStatus::kDeadlock, "deadlock: all ranks wait for one another",
                               ""};
  }
  return time_ ? time_->obstacle() : std::nullopt;
}

std::optional<std::size_t> PredictedRanks::host_of(std::int32_t rank) const {
  return plan_.machine.hosts().empty() || !time_ ? std::nullopt
                                                 : std::optional<std::size_t>(time_->host_of(rank));
}

std::string PredictedRanks::away_note(mpi_library::CallClass of) const {
  std::string names;
  std::uint64_t nanoseconds = 0;
  for (const auto& [function, away] : time_->away()) {
    const mpi_library::FunctionRow& row = mpi_library::kFunctionTable[function];
    if (row.of == of) {
      names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", row.name,
                           counted(away.calls, "call"));
      nanoseconds += away.nanoseconds;
    }
  }
  if (names.empty()) {
    return "";
  }
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - first_;
  const double share = 1e-9 * static_cast<double>(nanoseconds) / (whole.count() * size_);
  if (of == mpi_library::CallClass::kCommunicator) {
    return names +
           ": in virtual time, a rank does not wait for the other members; the messages that "
           "wildcards match meanwhile may differ between predictions";
  }
  const bool is_charged =
      of == mpi_library::CallClass::kFile && plan_.computing == board::Computing::kMeasured;
  return fmt::format(
      "MPI carried out these calls in {:.1f}% of the real time of the ranks, {} virtual time: {}; "
      "the "
      "messages that wildcards match meanwhile may differ between predictions",
      100 * share, is_charged ? "charged as" : "without", names);
}

std::vector<std::string> PredictedRanks::notes() const {
  if (!time_) {
    return {};
  }
  std::vector<std::string> notes = time_->notes();
  if (std::string lacking = costs_ ? costs_->note() : ""; !lacking.empty()) {
    notes.push_back(std::move(lacking));
  }
  using mpi_library::CallClass;
  for (const CallClass of :
       {CallClass::kCommunicator, CallClass::kOneSided, CallClass::kFile, CallClass::kRequest}) {
    if (std::string note = away_note(of); !note.empty()) {
      notes.push_back(std::move(note));
    }
  }
  return notes;
}

}  // namespace dps::commands
