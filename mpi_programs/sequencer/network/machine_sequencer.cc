#include "mpi_programs/sequencer/network/machine_sequencer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer_notes.h"
#include "predictor/machines/blocked_letters.h"

namespace dps::sequencer {

using board::RequestKind;

namespace {

/// The duration of a test if the machine file does not specify it.
constexpr Picoseconds kUsualPoll{100'000};
/// The duration of MPI_Wtime.
constexpr Picoseconds kUsualWtime{10'000};

}  // namespace

std::vector<std::uint32_t> hosts_of_ranks(const machines::Machine& machine, std::uint32_t ranks) {
  const auto hosts = machine.hosts();
  std::vector<std::uint32_t> host_of(ranks);
  if (hosts.empty()) {
    for (std::uint32_t r = 0; r < ranks; ++r) {
      host_of[r] = r;
    }
    return host_of;
  }
  // The host with the fewest ranks for each core is first, and the first in the file of several.
  struct Place {
    std::uint64_t ranks;
    std::uint64_t cores;
    std::uint32_t host;
    bool operator<(const Place& other) const {
      const std::uint64_t own = ranks * other.cores;
      const std::uint64_t others = other.ranks * cores;
      return own != others ? own < others : host < other.host;
    }
  };
  std::set<Place> places;
  for (std::uint32_t h = 0; h < hosts.size(); ++h) {
    places.insert({0, std::max<std::uint64_t>(hosts[h].cores, 1), h});
  }
  for (std::uint32_t& host : host_of) {
    Place first = *places.begin();
    places.erase(places.begin());
    host = first.host;
    ++first.ranks;
    places.insert(first);
  }
  return host_of;
}

MachineSequencer::MachineSequencer(std::uint32_t ranks, const machines::Machine& machine,
                                   const MachineSequencerOptions& options, Replies& replies)
    : machine_(machine),
      waiting_cost_(machine.waiting_cost()),
      poll_(waiting_cost_.poll.value_or(kUsualPoll)),
      setup_(machine.parts().setup),
      eager_(options.eager),
      poll_limit_(options.poll_limit),
      replies_(replies),
      communicators_(ranks),
      host_of_(hosts_of_ranks(machine, ranks)),
      links_(setup_),
      observes_ends_(options.observes_ends),
      network_(machine.make_network(host_of_, options.observes_links ? &links_ : nullptr)),
      cpus_(machine.hosts(), host_of_),
      letters_(*network_, ranks),
      ranks_(ranks),
      now_(setup_) {
  links_.set_letters(letters_);
  calls_repeat_ = !shares_cores();
  walls_.resize(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    running_.insert(static_cast<std::int32_t>(r));
  }
}

ProgramTerms MachineSequencer::terms() const {
  ProgramTerms terms;
  terms.wtime = kUsualWtime;
  terms.eager = eager_.value_or(terms.eager);
  terms.network = board::NetworkTerm::kByMessages;
  if (shares_cores()) {
    terms.network |= board::NetworkTerm::kSharesCores;
  }
  return terms;
}

bool MachineSequencer::shares_cores() const {
  const auto hosts = machine_.hosts();
  std::vector<std::uint32_t> ranks(hosts.size());
  return !hosts.empty() && std::any_of(host_of_.begin(), host_of_.end(), [&](std::uint32_t host) {
    return ++ranks[host] > hosts[host].cores;
  });
}

// --- requests and replies -----------------------------------------------------------------------

void MachineSequencer::take(std::int32_t rank, const board::BoardRequest& request,
                            std::vector<std::int32_t> listed) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= ranks_.size() || obstacle()) {
    return;
  }
  RankOnMachine& of = state_of(rank);
  of.has_finalized = of.has_finalized || request.kind == RequestKind::kFinalize;
  if (of.is_notification) {
    of.ahead.push_back({request, std::move(listed)});
    return;
  }
  take_next(rank, request, std::move(listed));
}

void MachineSequencer::take_next(std::int32_t rank, const board::BoardRequest& request,
                                 std::vector<std::int32_t> listed) {
  RankOnMachine& of = state_of(rank);
  const bool was_away = of.phase == MachinePhase::kAway;
  const bool has_carried_out = of.is_carrying_out && request.kind == RequestKind::kCarriedOut;
  const bool is_next = of.phase == MachinePhase::kRunning || was_away || has_carried_out;
  if (!checks_.can_take(rank, request, is_next, of.clock)) {
    return;
  }
  if (has_carried_out) {
    return end_carrying_out(rank);
  }
  if (take_note(rank, request, listed)) {
    return;
  }
  Picoseconds computed{was_away ? 0 : request.clock - of.clock};
  if (request.kind == RequestKind::kCompute) {
    computed += Picoseconds(static_cast<std::int64_t>(
        std::min<std::uint64_t>(request.bytes, static_cast<std::uint64_t>(kMostTime))));
  }
  running_.erase(rank);
  of.clock = request.clock;
  if (request.kind == RequestKind::kAway) {
    of.phase = MachinePhase::kAway;
    return unmodelled_.leave(request);
  }
  of.call = NetworkCall{};
  of.call.request = request;
  of.call.operations = std::move(listed);
  of.is_notification = request.is_notification != 0;
  of.phase = MachinePhase::kComputing;
  if (computed > Picoseconds{}) {
    cpus_.run(static_cast<std::uint32_t>(rank), computed, now_);
  } else {
    ready_.insert(rank);
  }
}

bool MachineSequencer::take_note(std::int32_t rank, const board::BoardRequest& request,
                                 std::vector<std::int32_t>& listed) {
  RankOnMachine& of = state_of(rank);
  switch (request.kind) {
    case RequestKind::kDescribe:
      if (!communicators_.add(rank, request, std::move(listed))) {
        checks_.block_strangers(rank);
      }
      return true;
    case RequestKind::kBack:
      unmodelled_.come_back(request);
      come_back(rank, request.clock);
      return true;
    case RequestKind::kRefused:
      unmodelled_.refuse(request);
      return true;
    case RequestKind::kFree:
      free_operations(rank, listed);
      return true;
    case RequestKind::kBeginGroup:
      if (NetworkOperation* group = begin_operation(rank, request.operation)) {
        group->group = std::move(listed);
        const bool are_known =
            std::all_of(group->group.begin(), group->group.end(),
                        [&](std::int32_t number) { return of.operations.contains(number); });
        if (!are_known) {
          checks_.block(rank, "waits for operations that it has not begun");
        }
      }
      return true;
    default:
      return false;
  }
}

/// Virtual time has advanced meanwhile. If it has not passed the time that the rank had computed
/// before it left, the rank computes the rest before its next call.
void MachineSequencer::come_back(std::int32_t rank, std::int64_t own_clock) {
  RankOnMachine& of = state_of(rank);
  of.phase = MachinePhase::kRunning;
  of.clock = clock();
  running_.insert(rank);
  board::BoardReply reply;
  reply.clock = std::max(own_clock, clock());
  replies_.reply(rank, reply, {});
}

void MachineSequencer::end(std::int32_t rank) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= ranks_.size()) {
    return;
  }
  RankOnMachine& of = state_of(rank);
  if (of.has_finalized) {
    return;
  }
  has_lost_rank_ = true;
  running_.erase(rank);
  ready_.erase(rank);
  of.phase = MachinePhase::kEnded;
}

void MachineSequencer::release(std::int32_t rank, board::BoardReply reply,
                               std::vector<board::Completion> completions) {
  RankOnMachine& of = state_of(rank);
  of.phase = MachinePhase::kRunning;
  of.clock = clock();
  running_.insert(rank);
  if (std::exchange(of.is_notification, false)) {
    while (!of.ahead.empty() && !of.is_notification && !obstacle()) {
      NextRequest next = std::move(of.ahead.front());
      of.ahead.pop_front();
      take_next(rank, next.request, std::move(next.listed));
    }
    return;
  }
  reply.clock = of.clock;
  reply.count = static_cast<std::uint32_t>(completions.size());
  reply.freed = of.freed.empty() ? 0 : add_freed(rank, completions);
  replies_.reply(rank, reply, completions);
}

std::vector<std::string> MachineSequencer::notes() const {
  std::vector<std::string> notes;
  unmodelled_.add_notes(notes);
  if (skipped_polls_ > 0) {
    notes.push_back(skipped_polls_note(skipped_polls_, poll_limit_));
  }
  add_collective_notes(notes);
  return notes;
}

// --- instants -----------------------------------------------------------------------------------

void MachineSequencer::settle() {
  if (has_lost_rank_) {
    return;
  }
  while (!obstacle() && carry_out()) {
    if (!running_.empty()) {
      return;
    }
    if (!go_to_next()) {
      look_for_deadlock();
      return;
    }
  }
}

bool MachineSequencer::carry_out() {
  while ((!ready_.empty() || !ready_plays_.empty()) && !obstacle()) {
    constexpr std::int32_t kNobody = std::numeric_limits<std::int32_t>::max();
    const std::int32_t first = ready_.empty() ? kNobody : *ready_.begin();
    const std::int32_t player = ready_plays_.empty() ? kNobody : ready_plays_.begin()->first;
    const std::int32_t rank = std::min(first, player);
    const bool plays = player < first;
    if (!running_.empty() && (*running_.begin() < rank || (plays && *running_.begin() == rank))) {
      return false;
    }
    if (plays) {
      const PlayKey key = *ready_plays_.begin();
      ready_plays_.erase(key);
      play_on(key);
    } else {
      ready_.erase(rank);
      go_on(rank);
    }
    update_listening(rank);
    notice_all();
  }
  return true;
}

void MachineSequencer::notice_all() {
  const std::set<std::int32_t> noticed = std::exchange(noticed_, {});
  for (const std::int32_t rank : noticed) {
    notice_plays(rank);
    notice(rank);
    update_listening(rank);
  }
}

bool MachineSequencer::go_to_next() {
  const Picoseconds in_network = network_->next();
  const Picoseconds plays = play_walls_.empty() ? machines::kNever : play_walls_.begin()->first;
  const Picoseconds next = std::min({in_network, cpus_.next(), walls_.next(), plays});
  if (next == machines::kNever || (next - setup_).count() >= kMostTime) {
    return false;
  }
  now_ = std::max(now_, next);
  if (in_network <= now_) {
    advance_network();
  }
  while (const auto rank = cpus_.take_ended(now_)) {
    ready_.insert(static_cast<std::int32_t>(*rank));
  }
  while (walls_.next() <= now_) {
    const std::uint32_t rank = walls_.first();
    walls_.remove(rank);
    ready_.insert(static_cast<std::int32_t>(rank));
  }
  while (!play_walls_.empty() && play_walls_.begin()->first <= now_) {
    ready_plays_.insert(play_walls_.begin()->second);
    play_walls_.erase(play_walls_.begin());
  }
  return true;
}

void MachineSequencer::advance_network() {
  network_->advance(now_, events_);
  std::vector<SentLetter> sent;
  for (const std::uint32_t rank : events_.released) {
    letters_.release(rank, now_, sent);
  }
  events_.released.clear();
  for (const SentLetter& letter : sent) {
    entered(letter);
  }
  std::vector<std::uint32_t> arrived = std::move(events_.arrived);
  events_.arrived.clear();
  std::sort(arrived.begin(), arrived.end(), [&](std::uint32_t one, std::uint32_t other) {
    return letters_[one].order() < letters_[other].order();
  });
  for (const std::uint32_t id : arrived) {
    arrive(id);
  }
  notice_all();
}

void MachineSequencer::look_for_deadlock() {
  is_deadlock_ = std::any_of(ranks_.begin(), ranks_.end(), [](const RankOnMachine& of) {
    return of.phase != MachinePhase::kEnded;
  });
  for (const RankOnMachine& of : ranks_) {
    is_deadlock_ = is_deadlock_ && of.phase != MachinePhase::kAway;
  }
  if (std::string blocked = blocked_report(); is_deadlock_ && !blocked.empty()) {
    checks_.stop({ExitStatus::kDeadlock, std::move(blocked), ""});
  }
}

std::string MachineSequencer::blocked_report() const {
  const auto lines =
      machines::blocked_lines(machine_, network_->report().blocked, [this](std::uint32_t number) {
        const SentLetter& letter = letters_[number];
        const std::string what =
            letter.kind == LetterKind::kPart
                ? std::string(name_of(operations_.at(letter.collective).function))
            : letter.kind == LetterKind::kReceipt
                ? "the acknowledgement of a send"
                : fmt::format("tag {}", letter.parcel.message.tag);
        return fmt::format("the message of p[{}] to p[{}], {},", letter.letter.from,
                           letter.letter.to, what);
      });
  return fmt::format("{}", fmt::join(lines, "\n"));
}

void MachineSequencer::go_on(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  switch (of.phase) {
    case MachinePhase::kComputing:
      of.call.begin = clock();
      return perform(rank);
    case MachinePhase::kPaying:
      return enter(rank);
    case MachinePhase::kFinishing:
      return end_send(rank);
    case MachinePhase::kListening:
      return listened(rank);
    case MachinePhase::kWaking:
      return of.call.is_probe() ? end_probe(rank) : take_chosen(rank);
    case MachinePhase::kTaking:
      ++of.call.taken;
      return take_chosen(rank);
    case MachinePhase::kPolling:
      return of.call.is_probe() ? end_call(rank) : take_chosen(rank);
    case MachinePhase::kFound:
      return end_putting_off(rank);
    case MachinePhase::kPlaying:
      return play_on({rank, of.call.play});
    default:
      return;
  }
}

bool MachineSequencer::pay(std::int32_t rank, MachinePhase phase, Picoseconds time) {
  state_of(rank).phase = phase;
  if (time == Picoseconds{}) {
    return true;
  }
  cpus_.run(static_cast<std::uint32_t>(rank), time, now_);
  return false;
}

void MachineSequencer::update_listening(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  const MachinePhase phase = of.phase;
  if (!waiting_cost_.network_listens) {
    of.has_arrival = false;
    return;
  }
  if (phase == MachinePhase::kWaking) {
    return;  // it has not yet ceased to wait
  }
  bool does = phase == MachinePhase::kWaiting || phase == MachinePhase::kHeld ||
              phase == MachinePhase::kPolling || phase == MachinePhase::kPutOff ||
              phase == MachinePhase::kFound || phase == MachinePhase::kEnded;
  for (auto play = plays_.lower_bound({rank, 0}); play != plays_.end() && play->first.first == rank;
       ++play) {
    if (play->second.phase == PlayPhase::kWaking && play->second.is_in_call()) {
      return;
    }
    does = does || play->second.listens();
  }
  if (does != of.listens || of.has_arrival) {
    network_->listen(static_cast<std::uint32_t>(rank), does, now_);
  }
  of.listens = does;
  of.has_arrival = false;
}

}  // namespace dps::sequencer
