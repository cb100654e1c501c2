#include "mpi_programs/sequencer/sheet_times.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include <fmt/format.h>

#include "base/units.h"
#include "predictor/machines/kinds/datasheet/sheet_summary.h"

namespace dps::sequencer {
namespace {

using machines::FunctionPath;
using machines::SheetMessageTimes;

/// Equations that replace those that a sheet lacks, beside the aliases of docs/datasheets.md.
constexpr auto kSubstitutes = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"exscan", "scan"},
    {"scan", "reduce"},
    {"scatterv", "scatter"},
    {"scatter", "gather"},
    {"reduce_scatter_block", "reduce_scatter"},
    {"barrier", "allreduce"},
    {"comm_dup", "comm_split"},
    {"comm_split", "barrier"},
    {"win_allocate", "barrier"},
    {"win_allocate_shared", "barrier"},
    {"win_create", "barrier"},
    {"win_create_dynamic", "barrier"},
    {"win_fence", "barrier"},
    {"win_free", "barrier"},
});

std::string_view substitute_of(std::string_view name) {
  for (const auto& [lacking, other] : kSubstitutes) {
    if (lacking == name) {
      return other;
    }
  }
  return {};
}

/// True for MPI_Iallreduce, …
bool is_nonblocking(Function function) {
  const mpi_library::FunctionRow& row = mpi_library::kFunctionTable[function];
  return row.of == mpi_library::CallClass::kCollective && row.name.starts_with("MPI_I");
}

/// Returns "allreduce" for MPI_Allreduce and MPI_Iallreduce; the functions that make communicators
/// share two names.
std::string equation_name(Function function) {
  const mpi_library::FunctionRow& row = mpi_library::kFunctionTable[function];
  if (row.of == mpi_library::CallClass::kCommunicator) {
    const bool copies = function == mpi_library::kComm_dup ||
                        function == mpi_library::kComm_dup_with_info ||
                        function == mpi_library::kComm_idup;
    return copies ? "comm_dup" : "comm_split";
  }
  std::string name(row.name.substr(is_nonblocking(function) ? 5 : 4));
  for (char& letter : name) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return name;
}

/// The unit in which the sends of a function are counted: a call of MPI_Startall, or one of a
/// collective operation of neighbours, may begin many.
std::string_view unit_of(Function function) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  const bool is_started = function == kSend_init || function == kBsend_init ||
                          function == kSsend_init || function == kRsend_init;
  const bool is_collective = kFunctionTable[function].of == CallClass::kCollective;
  return is_started ? "start" : is_collective ? "message" : "call";
}

}  // namespace

SheetTimes::SheetTimes(const machines::Datasheet& sheet, const machines::MachineOptions& options,
                       std::uint32_t ranks)
    : sheet_(sheet),
      options_(options),
      ranks_(ranks),
      splits_sends_(has("isend1") && has("isend2")),
      splits_receives_(has("irecv1") && has("irecv2")),
      any_(path_times(FunctionPath::kAny)),
      host_(path_times(FunctionPath::kHost)),
      poll_(local("iprobe").value_or(Picoseconds(100'000))) {}

bool SheetTimes::has(std::string_view name) const {
  return machines::find_function(sheet_, name).function != nullptr;
}

SheetMessageTimes SheetTimes::times_of(std::string_view name, FunctionPath path,
                                       std::uint64_t processes) const {
  const machines::FoundFunction found = machines::find_function(sheet_, name, path);
  return found.function == nullptr
             ? SheetMessageTimes()
             : SheetMessageTimes(*found.function, sheet_.element_bytes, options_.mode, processes);
}

SheetTimes::PathTimes SheetTimes::path_times(FunctionPath path) const {
  const auto times = [&](std::string_view name) { return times_of(name, path, ranks_); };
  const auto or_send = [&](std::string_view name, std::string_view send) {
    return times(has(name) ? name : send);
  };
  const std::string_view contended_send = machines::send_function(options_);
  const std::string_view contended_receive = machines::receive_function(options_);
  const std::string_view send = has(contended_send) ? contended_send : "send";
  PathTimes made;
  made.send = times(send);
  made.bsend = or_send("bsend", send);
  made.ssend = or_send("ssend", send);
  made.rsend = or_send("rsend", send);
  made.receive = times(has(contended_receive) ? contended_receive : "recv");
  made.take = times(machines::kLateReceive);
  made.send1 = times("isend1");
  made.send2 = times("isend2");
  made.send_overlap = times("isendoverlap");
  made.receive1 = times("irecv1");
  made.receive2 = times("irecv2");
  made.receive_overlap = times("irecvoverlap");
  made.has_exchange = has("sendrecv");
  made.exchange = times("sendrecv");
  made.eager = sheet_.eager;
  if (path == FunctionPath::kHost && sheet_.eager_on_host) {
    made.eager = sheet_.eager_on_host;
  }
  if (options_.eager) {
    made.eager = options_.eager;
  }
  return made;
}

std::uint32_t SheetTimes::host_of(std::int32_t rank) const {
  const auto number = static_cast<std::uint32_t>(rank);
  return sheet_.hosts.empty() ? number : number % static_cast<std::uint32_t>(sheet_.hosts.size());
}

const SheetTimes::PathTimes& SheetTimes::times(Pair pair) const {
  return host_of(pair.from) == host_of(pair.to) ? host_ : any_;
}

Picoseconds SheetTimes::send(Function function, std::uint64_t bytes, Pair pair) const {
  const PathTimes& path = times(pair);
  switch (function) {
    case mpi_library::kBsend:
      return path.bsend.of(bytes);
    case mpi_library::kSsend:
      return path.ssend.of(bytes);
    case mpi_library::kRsend:
      return path.rsend.of(bytes);
    default:
      return path.send.of(bytes);
  }
}

void SheetTimes::count_send(Function function) {
  const bool has_own = function == mpi_library::kBsend || function == mpi_library::kSsend ||
                       function == mpi_library::kRsend;
  if (has_own && !has(equation_name(function))) {
    ++sends_[{function, equation_name(function)}];
  }
}

SheetTimes::Split SheetTimes::begun_send(std::uint64_t bytes, Pair pair) const {
  const PathTimes& path = times(pair);
  if (!splits_sends_) {
    return {path.send.of(bytes), {}, {}};
  }
  const Picoseconds wait = path.send2.of(bytes);
  return {path.send1.of(bytes), wait, std::min(path.send_overlap.of(bytes), wait)};
}

void SheetTimes::count_begun_send(Function function, Function of, bool is_held) {
  const Function called = of != mpi_library::kNoFunction ? of : function;
  if (!splits_sends_) {
    ++sends_[{called, equation_name(function)}];
    return;
  }
  // The wait for a send that is held takes the time of the call that blocks.
  const std::string held = function == mpi_library::kIssend   ? "ssend"
                           : function == mpi_library::kIrsend ? "rsend"
                                                              : "send";
  if (is_held && !has(held)) {
    ++sends_[{called, held}];
  }
}

Picoseconds SheetTimes::begun_receive(std::uint64_t room) const {
  return splits_receives_ ? any_.receive1.of(room) : Picoseconds();
}

SheetTimes::Split SheetTimes::waited_receive(std::uint64_t bytes, Pair pair) const {
  const PathTimes& path = times(pair);
  if (!splits_receives_) {
    const Picoseconds whole = path.receive.of(bytes);
    return {{}, whole, std::min(transit(bytes, pair), whole)};
  }
  const Picoseconds wait = path.receive2.of(bytes);
  return {path.receive1.of(bytes), wait, std::min(path.receive_overlap.of(bytes), wait)};
}

Picoseconds SheetTimes::take(std::uint64_t bytes, Pair pair) const {
  return times(pair).take.of(bytes);
}

Picoseconds SheetTimes::transit(std::uint64_t bytes, Pair pair) const {
  const PathTimes& path = times(pair);
  return std::max(Picoseconds(), path.receive.of(bytes) - path.take.of(bytes));
}

std::optional<Picoseconds> SheetTimes::exchange(std::uint64_t bytes, Pair pair) const {
  const PathTimes& path = times(pair);
  return path.has_exchange ? std::optional(path.exchange.of(bytes)) : std::nullopt;
}

bool SheetTimes::is_eager(std::uint64_t bytes, Pair pair) const {
  const auto& limit = times(pair).eager;
  return !limit || bytes <= *limit;
}

std::uint64_t SheetTimes::least_eager() const {
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  return std::min(any_.eager.value_or(kNoLimit), host_.eager.value_or(kNoLimit));
}

SheetTimes::Charge SheetTimes::charge_of(Function function, std::uint64_t processes) const {
  const auto times = [&](std::string_view name) {
    return times_of(name, FunctionPath::kAny, processes);
  };
  const std::string own = equation_name(function);
  Charge made;
  const std::string split = "i" + own;
  if (is_nonblocking(function) && has(split + "1") && has(split + "2")) {
    made.is_split = true;
    made.first = times(split + "1");
    made.second = times(split + "2");
    made.overlap = times(split + "overlap");
    return made;
  }
  for (std::string_view name = own; !name.empty(); name = substitute_of(name)) {
    if (const auto found = machines::find_function(sheet_, name); found.function != nullptr) {
      made.charged_as = found.function->name == own ? "" : found.function->name;
      made.one = times(name);
      return made;
    }
    if (name == "reduce_scatter" && has("reduce") && (has("scatter") || has("gather"))) {
      const std::string_view second = has("scatter") ? "scatter" : "gather";
      made.charged_as = fmt::format("reduce of all data and {}", second);
      made.whole = times("reduce");
      made.adds_whole = true;
      made.one = times(second);
      return made;
    }
  }
  made.is_nothing = true;
  return made;
}

Picoseconds SheetTimes::collective(Function function, std::uint64_t processes,
                                   std::uint64_t bytes) {
  if (processes <= 1) {
    return {};
  }
  Charge& charge = known_charge(function, processes);
  charge.calls += processes;
  return whole_time(charge, processes, bytes);
}

Picoseconds SheetTimes::whole_time(const Charge& charge, std::uint64_t processes,
                                   std::uint64_t bytes) {
  if (charge.is_nothing) {
    return {};
  }
  const Picoseconds whole = charge.adds_whole ? charge.whole.of(processes * bytes) : Picoseconds();
  return later(whole, charge.one.of(bytes));
}

SheetTimes::Charge& SheetTimes::known_charge(Function function, std::uint64_t processes) {
  const auto [at, is_new] = charges_.try_emplace({function, processes});
  if (is_new) {
    at->second = charge_of(function, processes);
  }
  return at->second;
}

SheetTimes::Split SheetTimes::begun_collective(Function function, std::uint64_t processes,
                                               std::uint64_t bytes) {
  if (processes <= 1) {
    return {};
  }
  const Charge& charge = known_charge(function, processes);
  if (!charge.is_split) {
    const Picoseconds whole = whole_time(charge, processes, bytes);
    return {{}, whole, whole};
  }
  const Picoseconds second = charge.second.of(bytes);
  return {charge.first.of(bytes), second, std::min(charge.overlap.of(bytes), second)};
}

void SheetTimes::count_collective(Function function, std::uint64_t processes) {
  if (processes > 1) {
    known_charge(function, processes).calls += processes;
  }
}

std::optional<Picoseconds> SheetTimes::local(std::string_view name) const {
  return has(name) ? std::optional(times_of(name, FunctionPath::kAny, ranks_).of(0)) : std::nullopt;
}

Picoseconds SheetTimes::wtime() const {
  return local("wtime").value_or(Picoseconds(10'000));
}

std::optional<Picoseconds> SheetTimes::step() const {
  return local("compute");
}

std::vector<std::string> SheetTimes::notes() const {
  std::map<Function, std::pair<std::uint64_t, const Charge*>> sums;  // over numbers of processes
  for (const auto& [key, charge] : charges_) {
    auto& [calls, of] = sums[key.first];
    calls += charge.calls;
    of = &charge;
  }
  std::vector<std::string> notes;
  const auto name = [](Function function) { return mpi_library::kFunctionTable[function].name; };
  for (const auto& [key, count] : sends_) {
    const auto& [function, lacking] = key;
    notes.push_back(fmt::format("{} ({}) is charged as send: the sheet has no {}", name(function),
                                counted(count, unit_of(function)), lacking));
  }
  for (const auto& [function, sum] : sums) {
    const auto& [calls, charge] = sum;
    if (calls == 0) {  // an operation has not begun in all ranks
      continue;
    }
    if (charge->is_nothing) {
      notes.push_back(fmt::format("{} ({}) takes no time: the sheet has no {}", name(function),
                                  counted(calls, "call"), equation_name(function)));
    } else if (!charge->charged_as.empty()) {
      notes.push_back(fmt::format("{} ({}) is charged as {}: the sheet has no {}", name(function),
                                  counted(calls, "call"), charge->charged_as,
                                  equation_name(function)));
    }
  }
  return notes;
}

}  // namespace dps::sequencer
