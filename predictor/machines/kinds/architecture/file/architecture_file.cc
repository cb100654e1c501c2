#include "predictor/machines/kinds/architecture/file/architecture_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/exact_quantities.h"
#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"

namespace dps::machines {
namespace {

constexpr std::string_view kReceive = "receive latency";
constexpr std::string_view kSend = "send latency";
constexpr std::string_view kWord = "time to send 1 word (8bytes)";
constexpr std::string_view kMultiply = "time for one multiply";
constexpr std::string_view kNetworkType = "network type";
constexpr double kMostSeconds = 18;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// The form in which keys and words are compared: lower case, with single blanks.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : trimmed(text)) {
    if (c == ' ' || c == '\t') {
      out += !out.empty() && out.back() != ' ' ? " " : "";
    } else {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

/// The key in the spelling of the constants above. The size of a word is ignored, since both
/// "8bytes" and "8 bytes" are in use.
std::string key_of(std::string_view text) {
  std::string key = plain(text);
  if (key.starts_with("time to send 1 word")) {
    return std::string(kWord);
  }
  return key;
}

/// A time of the file; `rest` is the text behind its number. Errors: it is no time.
struct WrittenSeconds {
  double seconds = 0;
  std::string_view rest;
};
Result<WrittenSeconds> written_seconds(std::string_view value) {
  WrittenSeconds written;
  const char* const last = value.data() + value.size();
  const auto [end, error] = std::from_chars(value.data(), last, written.seconds);
  if (error != std::errc{}) {
    return failure(ErrorCode::kInput, "'" + printable(value) + "' is not a time");
  }
  written.rest = std::string_view(end, last);
  return written;
}

/// A time of the file times the factor.
Result<std::string> scale_seconds(std::string_view value, Factor factor) {
  const auto written = written_seconds(value);
  if (!written) {
    return tl::unexpected(written.error());
  }
  return factor.is_one() ? std::string(value)
                         : fmt::format("{}{}", written->seconds * factor.value(), written->rest);
}

Attoseconds attoseconds_of(double seconds) {
  return Attoseconds(static_cast<std::uint64_t>(std::round(seconds * kAttosecondsPerSecond)));
}

/// The time that KEY+=TIME adds: "1us", or a time in the notation of the file.
Result<Attoseconds> added_time(std::string_view time) {
  if (const auto exact = text::read_time(time)) {
    return *exact;
  }
  const auto written = written_seconds(time);
  const std::string unit = written ? plain(written->rest) : "";
  if ((unit != "seconds" && unit != "second" && unit != "s") ||
      !(written->seconds >= 0 && written->seconds <= kMostSeconds)) {
    return failure(
        ErrorCode::kInput,
        fmt::format("expected a time such as '1us' or '1e-6 seconds', got '{}'", printable(time)));
  }
  return attoseconds_of(written->seconds);
}

/// The sum of a time of the file and another one.
Result<std::string> add_seconds(std::string_view value, std::string_view time) {
  const auto written = written_seconds(value);
  const auto more = added_time(time);
  if (!written || !more) {
    return tl::unexpected(written ? more.error() : written.error());
  }
  const Wide sum = Wide{attoseconds_of(written->seconds).count()} + more->count();
  if (sum > Attoseconds::max().count()) {
    return failure(ErrorCode::kInput, "the sum is out of range");
  }
  std::string text = text::write_time(Attoseconds(static_cast<std::uint64_t>(sum)), "s");
  text.pop_back();  // the unit, which the file writes in its own way
  return text + std::string(written->rest);
}

/// The activity to which the time of this key belongs (MachineKey::path). The receive latency is
/// paid while a process waits, which may delay nothing.
std::string_view path_of(std::string_view key) {
  return key == kSend ? "send" : key == kWord ? "under_way" : key == kMultiply ? "compute" : "";
}

/// A line of a file without errors that has a key and a value; nullopt for others.
struct KeyLine {
  std::string key;
  std::string_view value;
};
std::optional<KeyLine> key_line(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::size_t equals = line.find('=');
  return equals == std::string_view::npos
             ? std::nullopt
             : std::optional(
                   KeyLine{key_of(line.substr(0, equals)), trimmed(line.substr(equals + 1))});
}

/// The text with another value for a key; nullopt if there is no such key.
std::optional<std::string> with_architecture_value(std::string_view text, std::string_view name,
                                                   std::string_view value) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (const auto line = key_line(rest.substr(0, end)); line && line->key == key_of(name)) {
      const auto begin = static_cast<std::size_t>(line->value.data() - text.data());
      return std::string(text.substr(0, begin)) + printable(value) +
             std::string(text.substr(begin + line->value.size()));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

class ArchitectureReader {
 public:
  explicit ArchitectureReader(const SourceText& source) : source_(source.text) {}

  MachineReading read() {
    std::string_view rest = source_.text();
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      last_line_ = rest.substr(0, end);
      read_line(last_line_);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    report_missing();
    MachineReading reading;
    if (!problems_.has_errors()) {
      reading.machine = std::make_unique<ArchitectureMachine>(description_);
    }
    reading.diagnostics = problems_.take();
    return reading;
  }

 private:
  struct Seen {
    std::string_view key;
    std::optional<text::Range> at;
  };

  /// `part` is a part of the source.
  [[nodiscard]] text::Range range(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - source_.text().data());
    return text::range_of(begin, begin + part.size());
  }

  void report(std::string_view part, std::string text) {
    problems_.error(range(part), std::move(text));
  }

  void read_line(std::string_view line) {
    const std::string_view text = trimmed(line.substr(0, line.find('#')));
    if (text.empty()) {
      return;
    }
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      if (has_name_ || std::any_of(seen_.begin(), seen_.end(), [](auto& s) { return s.at; })) {
        report(text, "expected 'key = value', got '" + printable(text) + "'");
      }
      has_name_ = true;
      description_.name = std::string(text);
      return;
    }
    const std::string_view key = trimmed(text.substr(0, equals));
    std::string_view value = trimmed(text.substr(equals + 1));
    if (value.empty()) {
      value = text.substr(equals, 1);
    }
    read_figure(key, value);
  }

  void read_figure(std::string_view key, std::string_view value) {
    const std::string known = key_of(key);
    const auto seen =
        std::find_if(seen_.begin(), seen_.end(), [&](const Seen& one) { return one.key == known; });
    if (seen == seen_.end()) {
      std::vector<std::string> keys;
      for (const Seen& one : seen_) {
        keys.emplace_back(one.key);
      }
      report(key, "unknown '" + printable(key) + "'" + did_you_mean(known, keys));
      return;
    }
    if (seen->at) {
      problems_.error(range(key), "'" + printable(key) + "' is given twice",
                      {problems_.note(*seen->at, "first given here")});
      return;
    }
    seen->at = range(key);
    if (known == kNetworkType) {
      read_network(value);
    } else if (const auto time = read_seconds(value)) {
      field(known) = *time;
    }
  }

  Attoseconds& field(std::string_view key) {
    return key == kReceive ? description_.receive_latency
           : key == kSend  ? description_.send_latency
           : key == kWord  ? description_.word
                           : description_.multiply;
  }

  void read_network(std::string_view value) {
    const std::string kind = plain(value);
    if (kind != "bus" && kind != "nobus") {
      report(value, "expected bus or nobus, got '" + printable(value) + "'" +
                        did_you_mean(kind, std::vector<std::string>{"bus", "nobus"}));
      return;
    }
    description_.has_bus = kind == "bus";
  }

  std::optional<Attoseconds> read_seconds(std::string_view value) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    const auto rest = trimmed(value.substr(static_cast<std::size_t>(end - value.data())));
    const bool is_number =
        error == std::errc{} && value[0] != '-' && value[0] != 'i' && value[0] != 'n';
    if (!is_number) {
      report(value, "expected a time such as '0.24e-4 seconds', got '" + printable(value) + "'");
      return std::nullopt;
    }
    if (rest != "seconds" && rest != "second" && rest != "s") {
      report(value, rest.empty()
                        ? "a number without a unit; write '" + printable(value) + " seconds'"
                        : "unknown unit '" + printable(rest) + "'; times are in seconds");
      return std::nullopt;
    }
    if (seconds > kMostSeconds) {
      report(value, "'" + printable(value) + "' is out of range: at most 18 seconds");
      return std::nullopt;
    }
    return attoseconds_of(seconds);
  }

  void report_missing() {
    const text::Range line = range(last_line_);
    for (const Seen& one : seen_) {
      if (!one.at) {
        problems_.error({line.begin, line.begin + 1}, "there is no '" + std::string(one.key) + "'");
      }
    }
  }

  const text::SourceMap source_;
  text::Problems problems_{source_, text::Repeats::kKept};
  std::string_view last_line_ = source_.text();
  bool has_name_ = false;
  std::array<Seen, 5> seen_{
      {{kReceive, {}}, {kSend, {}}, {kWord, {}}, {kMultiply, {}}, {kNetworkType, {}}}};
  ArchitectureDescription description_;
};

}  // namespace

bool is_architecture_file(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line = plain(text.substr(0, end));
    for (const std::string_view key : {kReceive, kSend, kNetworkType}) {
      if (line.starts_with(key)) {
        return true;
      }
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

MachineReading read_architecture_file(const SourceText& source) {
  return ArchitectureReader(source).read();
}

std::vector<MachineKey> architecture_keys(std::string_view text) {
  std::vector<MachineKey> keys;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (auto line = key_line(text.substr(0, end))) {
      const bool is_word = line->key == kNetworkType;
      keys.push_back({line->key, std::string(line->value),
                      is_word ? Better::kNeither : Better::kLess, is_word ? nullptr : scale_seconds,
                      path_of(line->key), true, is_word ? nullptr : add_seconds});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return keys;
}

std::optional<MachineKey> find_architecture_key(std::string_view text, std::string_view name) {
  auto keys = architecture_keys(text);
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [&](const MachineKey& key) { return key.name == key_of(name); });
  return found == keys.end() ? std::nullopt : std::optional(std::move(*found));
}

Result<std::string> changed_architecture(std::string_view text, const MachineChange& change) {
  return changed_text(text, change,
                      {architecture_keys, find_architecture_key, with_architecture_value});
}

}  // namespace dps::machines
