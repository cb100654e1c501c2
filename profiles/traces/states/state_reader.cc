#include "profiles/traces/states/state_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/text/suggestions.h"
#include "profiles/traces/states/state_lines_scanner.h"

namespace dps::traces {
namespace {

using text::Range;
using Words = std::vector<Range>;

constexpr std::string_view kDone = "DONE";
constexpr std::string_view kLink = "Link";  // the type of bars that are no processes
constexpr std::size_t kMostMistakes = 100;  // after that, the rest is not read

enum class Section : std::uint8_t { kNone, kTypes, kBars, kEvents };

/// A process whose events are being read.
struct OpenProcess {
  StateProcess process;
  std::string type;
  std::optional<State> state;  ///< the latest, which has begun at `process.end`
  bool has_idle = false;       ///< its idle time is known
  StateTime latest = 0;        ///< the instant of the latest event
  bool is_done = false;
  Range last_place;
};

class StateReader {
 public:
  explicit StateReader(std::string_view text)
      : source_(text), problems_(source_, text::Repeats::kKept), lines_(text) {}

  StateReading read() {
    while (const Words* words = lines_.next()) {
      if (mistakes_ > kMostMistakes) {
        break;
      }
      read_line(*words);
    }
    if (section_ != Section::kEvents && mistakes_ == 0) {
      error({}, "expected a trace as lines of states: $types, $bars, $events");
    }
    for (OpenProcess& open : processes_) {
      finish(open);
    }
    StateReading reading;
    if (!problems_.has_errors()) {
      reading.trace.emplace();
      for (OpenProcess& open : processes_) {
        if (open.type != kLink) {
          reading.trace->processes.push_back(std::move(open.process));
        }
      }
    }
    reading.diagnostics = problems_.take();
    return reading;
  }

 private:
  [[nodiscard]] std::string_view word(Range range) const { return source_.text(range); }

  void error(Range place, std::string text) {
    ++mistakes_;
    problems_.error(place, std::move(text));
  }

  void read_line(const Words& words) {
    if (word(words[0]).starts_with('$')) {
      begin_section(words);
      return;
    }
    switch (section_) {
      case Section::kNone:
        error(words[0], fmt::format("expected $types, got {}", text::quoted(word(words[0]))));
        mistakes_ = kMostMistakes + 1;  // a file of another kind: one mistake is enough
        break;
      case Section::kTypes:
        read_type(words);
        break;
      case Section::kBars:
        read_bar(words);
        break;
      case Section::kEvents:
        read_event(words);
        break;
    }
  }

  void begin_section(const Words& words) {
    const std::string_view name = word(words[0]);
    const Section section = name == "$types"    ? Section::kTypes
                            : name == "$bars"   ? Section::kBars
                            : name == "$events" ? Section::kEvents
                                                : Section::kNone;
    if (section == Section::kNone || section <= section_) {
      error(words[0], fmt::format("expected $types, $bars and $events, once and in this order, "
                                  "got {}",
                                  text::quoted(name)));
      return;
    }
    section_ = section;
  }

  void read_type(const Words& words) {
    auto& states = types_[std::string(word(words[0]))];
    for (std::size_t i = 1; i < words.size(); ++i) {
      states.emplace_back(word(words[i]));
    }
    if (words.size() == 1) {
      error(words[0], fmt::format("type {} has no states", text::quoted(word(words[0]))));
    }
  }

  void read_bar(const Words& words) {
    const std::string name(word(words[0]));
    const std::string type(words.size() > 1 ? word(words[1]) : std::string_view());
    if (words.size() < 2) {
      error(words[0], "expected a process and its type: 'p[0] State'");
    } else if (!types_.contains(type)) {
      error(words[1],
            fmt::format("unknown type {}; $types has {}", text::quoted(type), type_list()));
    } else if (!by_name_.emplace(name, processes_.size()).second) {
      error(words[0], fmt::format("process {} has a second bar", text::quoted(name)));
    } else {
      OpenProcess open;
      open.process.name = name;
      open.type = type;
      open.last_place = words[0];
      processes_.push_back(std::move(open));
      names_.push_back(name);
    }
  }

  [[nodiscard]] std::string type_list() const {
    std::vector<std::string> names;
    for (const auto& [name, states] : types_) {
      names.push_back(text::quoted(name));
    }
    std::sort(names.begin(), names.end());
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
  }

  /// u:PROCESS at TIME: KIND …
  void read_event(const Words& words) {
    constexpr std::string_view kForm = "'u:p[0] at 0.001230: P BUSY'";
    if (words.size() < 5 || !word(words[0]).starts_with("u:") || word(words[1]) != "at") {
      error(words[0], fmt::format("expected an event like {}", kForm));
      return;
    }
    const std::string name(word(words[0]).substr(2));
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) {
      error({words[0].begin + 2, words[0].end},
            fmt::format("process {} is not in $bars{}", text::quoted(name),
                        suggestions_.did_you_mean(name, names_)));
      return;
    }
    OpenProcess& open = processes_[found->second];
    const auto time = time_of(words[2]);
    if (!time) {
      return;
    }
    if (*time < open.latest) {
      error(words[2],
            fmt::format("the instant is before the previous one of {}", text::quoted(name)));
      return;
    }
    open.latest = *time;
    open.last_place = words[0];
    apply(open, words);
  }

  std::optional<StateTime> time_of(Range place) {
    std::string_view digits = word(place);
    const bool has_colon = digits.ends_with(':');
    digits.remove_suffix(has_colon ? 1 : 0);
    double seconds = -1;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, seconds);
    const bool is_number = read.ec == std::errc() && read.ptr == end && has_colon;
    if (!is_number || !(seconds >= 0 && seconds <= kMostStateSeconds)) {
      error(place, fmt::format("expected seconds from 0 to 4000000 and a colon, got {}",
                               text::quoted(word(place))));
      return std::nullopt;
    }
    return std::llround(seconds * static_cast<double>(kStateSecond));
  }

  void apply(OpenProcess& open, const Words& words) {
    const std::string_view kind = word(words[3]);
    if (kind == "P" || kind == "p") {
      begin_state(open, words[4]);
    } else if (kind == "S") {
      if (open.state && words.size() == 7 && by_name_.contains(std::string(word(words[4])))) {
        open.state->peer = word(words[4]);
      }
    } else if (kind == "T") {
      comment(open, words);
    } else if (warned_kinds_.emplace(std::string(kind), true).second) {
      problems_.warning(words[3],
                        fmt::format("events of kind {} are left out", text::quoted(kind)));
    }
  }

  void begin_state(OpenProcess& open, Range place) {
    const std::string_view name = word(place);
    const auto& states = types_[open.type];
    const bool is_known = std::find(states.begin(), states.end(), name) != states.end();
    if (open.is_done) {
      error(place, fmt::format("{} is DONE before this event", text::quoted(open.process.name)));
    } else if (!is_known) {
      error(place, fmt::format("state {} is not in $types{}", text::quoted(name),
                               suggestions_.did_you_mean(name, states)));
    } else {
      end_state(open);
      open.process.end = open.latest;
      open.is_done = name == kDone;
      if (!open.is_done) {
        open.state.emplace();
        open.has_idle = false;
        open.state->name = name == "COMPUTE" ? "BUSY" : name;
        open.state->line = source_.span(place).line;
      }
    }
  }

  /// Adds the latest state to those of its process: it ends with the latest event.
  static void end_state(OpenProcess& open) {
    if (!open.state) {
      return;
    }
    State& state = *open.state;
    state.duration = open.latest - open.process.end;
    const bool is_wait = state.name == "WAIT" && !open.has_idle;
    state.idle = is_wait ? state.duration : std::min(state.idle, state.duration);
    open.process.states.push_back(std::move(state));
    open.state.reset();
  }

  void comment(OpenProcess& open, const Words& words) {
    if (!open.state || words.size() != 6) {
      return;
    }
    if (word(words[4]) == "site") {
      open.state->site = word(words[5]);
    } else if (word(words[4]) == "idle") {
      const std::string_view digits = word(words[5]);
      double seconds = 0;
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
      if (read.ec == std::errc() && seconds >= 0 && seconds <= kMostStateSeconds) {
        open.state->idle = std::llround(seconds * static_cast<double>(kStateSecond));
        open.has_idle = true;
      }
    }
  }

  void finish(OpenProcess& open) {
    if (open.state && !problems_.has_errors()) {
      problems_.warning(
          open.last_place,
          fmt::format("{} has no DONE: the end of its last state, {}, is unknown, and "
                      "the state is left out",
                      text::quoted(open.process.name), open.state->name));
    }
  }

  text::SourceMap source_;
  text::Problems problems_;
  text::Suggestions suggestions_;
  StateLineScanner lines_;
  Section section_ = Section::kNone;
  std::size_t mistakes_ = 0;
  std::unordered_map<std::string, std::vector<std::string>> types_;  // states by type
  std::vector<OpenProcess> processes_;
  std::vector<std::string> names_;  // of the processes
  std::unordered_map<std::string, std::size_t> by_name_;
  std::unordered_map<std::string, bool> warned_kinds_;
};

}  // namespace

StateReading read_states(std::string_view text) {
  return StateReader(text).read();
}

}  // namespace dps::traces
