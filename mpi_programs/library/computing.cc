#include "mpi_programs/library/computing.h"

#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <ctime>

#include "mpi_programs/board/instruction_counter.h"
#include "mpi_programs/library/modules.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {

std::uint64_t cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

namespace {

using board::Computing;

board::PredictionTerms terms;
std::uint64_t computed = 0;

/// The reading of this thread at the end of its last call; 0: it has made none.
constinit thread_local std::uint64_t computes_since __attribute__((tls_model("initial-exec"))) = 0;
/// The instruction counter of this thread; negative: it has none yet.
constinit thread_local int counter __attribute__((tls_model("initial-exec"))) = -1;
std::uint64_t cost_of_reading = 0;

bool is_read() {
  return terms.computing == Computing::kMeasured || terms.computing == Computing::kCounted;
}

/// The instructions of this thread.
std::uint64_t instructions() {
  if (counter < 0) {
    counter = board::open_instruction_counter();
    if (counter < 0) {
      board::BoardRequest request = request_of(board::RequestKind::kNoCounter, kInit);
      request.bytes = static_cast<std::uint64_t>(errno);
      end_for(request);
    }
  }
  return board::instructions_of(counter);
}

/// Nanoseconds, or instructions, of this thread until now.
std::uint64_t reading() {
  return terms.computing == Computing::kCounted ? instructions() : cpu_time();
}

/// The least difference of two readings.
std::uint64_t measured_reading() {
  constexpr int kReadings = 100;
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < kReadings; ++i) {
    const std::uint64_t before = reading();
    const std::uint64_t cost = reading() - before;
    least = cost < least ? cost : least;
  }
  return least;
}

/// Keeps the rank busy for this time. On a core that others may share, dps determines the end.
void spend(board::ClockTicks ticks, Function function) {
  if ((terms.network & board::NetworkTerm::kSharesCores) == 0) {
    virtual_now += ticks;
  } else if (ticks > 0) {
    board::BoardRequest request = request_of(board::RequestKind::kCompute, function);
    request.bytes = ticks;
    query(request);
  }
}

void advance(board::ClockTicks ticks) {
  spend(ticks, kPcontrol);
  computed += ticks;
}

board::ClockTicks picoseconds(double time) {
  constexpr double kMostPicoseconds = 4e18;
  return static_cast<board::ClockTicks>(
      std::llround(time < kMostPicoseconds ? time : kMostPicoseconds));
}

/// The times between two calls that dps has sent.
struct KnownCost {
  std::uint64_t sites = 0;  ///< with the log
  std::uint32_t functions = 0;
  bool is_known = false;
  board::ClockTicks time = 0;
};
constexpr std::size_t kKnownCosts = 4096;
KnownCost known_costs[kKnownCosts];

KnownCost& place_of(std::uint64_t sites, std::uint32_t functions) {
  const std::uint64_t mixed = (sites * 31 + functions) * 0x9e37'79b9'7f4a'7c15ULL;
  return known_costs[mixed >> 52];
}
static_assert(kKnownCosts == 1U << (64 - 52));

/// Sends dps the place of the site.
void send_site(const CallingThread& thread, std::uint16_t site, const void* caller) {
  ModuleText module;
  board::BoardRequest request = request_of(board::RequestKind::kNameSite, kPcontrol);
  request.peer = static_cast<std::int32_t>(thread.number);
  request.source = site;
  if (site == thread.last_python_site) {
    module.size = std::strlen(thread.python_place.data()) + 1;
    std::memcpy(module.text.data(), thread.python_place.data(), module.size);
  } else {
    request.bytes = describe_address(caller, module);
  }
  std::int32_t words[sizeof(module.text) / sizeof(std::int32_t)];
  const std::size_t count = (module.size + sizeof(std::int32_t) - 1) / sizeof(std::int32_t);
  words[count > 0 ? count - 1 : 0] = 0;
  std::memcpy(words, module.text.data(), module.size);
  request.source_tag = static_cast<std::int32_t>(module.size);
  notify(request, words, count);
}

board::ClockTicks query_cost(const CallingThread& thread, Function function, std::uint16_t site) {
  board::BoardRequest request = request_of(board::RequestKind::kCost, function);
  request.peer = static_cast<std::int32_t>(thread.number);
  request.other_function = thread.function_before;
  request.source = thread.site_before;
  request.source_tag = site;
  return static_cast<board::ClockTicks>(query(request).bytes);
}

}  // namespace

void use_computing(const board::PredictionTerms& granted) {
  terms = granted;
  if (is_read()) {
    cost_of_reading = measured_reading();
    begin_computing();
  }
}

void end_computing() {
  if (!is_read() || computes_since == 0) {
    return;
  }
  constexpr double kPicoseconds = 1000;  // of a nanosecond
  const std::uint64_t difference = reading() - computes_since;
  if (difference > cost_of_reading) {
    const double unit = terms.computing == Computing::kMeasured ? kPicoseconds : 1;
    advance(picoseconds(static_cast<double>(difference - cost_of_reading) * unit * terms.ratio));
  }
}

void begin_computing() {
  if (is_read()) {
    computes_since = reading();
  }
}

void charge_between(CallingThread& thread, Function function, std::uint16_t site,
                    const void* caller) {
  if (terms.computing != Computing::kFixed) {
    return;
  }
  if (site > thread.sites_sent) {
    thread.sites_sent = site;
    send_site(thread, site, caller);
  }
  if (thread.function_before != kNoFunction) {
    const std::uint64_t sites = std::uint64_t{thread.number} << 32 |
                                std::uint64_t{thread.site_before} << 16 | std::uint64_t{site};
    const std::uint32_t functions =
        std::uint32_t{thread.function_before} << 16 | std::uint32_t{function};
    KnownCost& known = place_of(sites, functions);
    if (!known.is_known || known.sites != sites || known.functions != functions) {
      known = {sites, functions, true, query_cost(thread, function, site)};
    }
    advance(known.time);
  }
  thread.function_before = function;
  thread.site_before = site;
}

void compute_steps(double steps) {
  if (terms.computing != Computing::kAnnotated || !(steps > 0)) {
    return;
  }
  advance(picoseconds(steps * static_cast<double>(terms.step)));
}

std::uint64_t computed_time() {
  return computed;
}

double virtual_wtime() {
  constexpr double kPerSecond = 1e12;
  end_computing();
  const auto now = static_cast<double>(virtual_now - board::kVirtualOrigin) / kPerSecond;
  spend(static_cast<board::ClockTicks>(terms.wtime), kWtime);
  begin_computing();
  return now;
}

}  // namespace dps::mpi_library
