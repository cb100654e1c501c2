#include "transport/control/launch_reports.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_name.h"
#include "base/printable.h"

namespace dps::control {
namespace {

// Byte 1 distinguishes reports from the output of other programs.
constexpr std::string_view kLostAgent = "\1dps-agent-lost\2 ";
constexpr std::string_view kLostProcess = "\1dps-lost-process\2 ";
constexpr std::string_view kEndOfAgent = "gone ";

constexpr std::array<std::string_view, 6> kRoles{"mpirun", "orted",   "pvmd",
                                                 "bridge", "carrier", "login"};
constexpr std::array<std::string_view, 5> kEnds{"unknown", "signal", "exit", "not-started",
                                                "deleted"};

template <std::size_t count>
std::optional<std::uint8_t> position_of(std::string_view word,
                                        const std::array<std::string_view, count>& words) {
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? std::nullopt
                              : std::optional(static_cast<std::uint8_t>(found - words.begin()));
}

/// Removes the first word and the blank after it from `line`, and returns the word.
std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

template <typename Number>
std::optional<Number> take_number(std::string_view& line) {
  const std::string_view word = take_word(line);
  Number number{};
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && rest == word.data() + word.size() ? std::optional(number)
                                                                   : std::nullopt;
}

/// Joins the lines of `text` by blanks, and makes it printable.
std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return printable(text.substr(0, text.find_last_not_of(' ') + 1));
}

std::string fields_of(const LostProcess& lost) {
  const std::string words = lost.words.empty() ? "" : " " + in_one_line(lost.words);
  return fmt::format("{} {} {} {}{}", kRoles[static_cast<std::size_t>(lost.role)], lost.host,
                     kEnds[static_cast<std::size_t>(lost.end)], lost.value, words);
}

std::optional<LostProcess> parse_fields(std::string_view fields) {
  LostProcess lost;
  const auto role = position_of(take_word(fields), kRoles);
  lost.host = take_word(fields);
  const auto end = position_of(take_word(fields), kEnds);
  const auto value = take_number<int>(fields);
  if (!role || !is_host_name(lost.host) || !end || !value) {
    return std::nullopt;
  }
  lost.role = static_cast<LaunchRole>(*role);
  lost.end = static_cast<LaunchEnd>(*end);
  lost.value = *value;
  lost.words = fields;
  return lost;
}

/// The rest of a line that begins with `mark`; nullopt for other lines.
std::optional<std::string_view> rest_after(std::string_view mark, std::string_view line) {
  return line.starts_with(mark) ? std::optional(line.substr(mark.size())) : std::nullopt;
}

}  // namespace

LostProcess lost_process(LaunchRole role, const std::string& host, int wait_status) {
  const bool by_signal = WIFSIGNALED(wait_status);
  return {role,
          host,
          by_signal ? LaunchEnd::kSignal : LaunchEnd::kExit,
          by_signal ? WTERMSIG(wait_status) : WEXITSTATUS(wait_status),
          {}};
}

std::string to_line(const LostAgent& lost) {
  return fmt::format("{}{} {} {} {}", kLostAgent, lost.host, lost.lost.half, lost.lost.signal,
                     lost.lost.status);
}

std::string to_line(const LostProcess& lost) {
  return std::string(kLostProcess) + fields_of(lost);
}

std::string to_line(const EndOfAgent& end) {
  return fmt::format("{}{} {}", kEndOfAgent, end.host, fields_of(end.cause));
}

std::optional<LostAgent> parse_lost_agent(std::string_view line) {
  auto fields = rest_after(kLostAgent, line);
  if (!fields) {
    return std::nullopt;
  }
  const auto host = take_number<std::uint32_t>(*fields);
  const std::string_view half = take_word(*fields);
  const auto signal = take_number<int>(*fields);
  const auto status = take_number<int>(*fields);
  const bool is_half = half == "agent" || half == "guardian";
  return host && is_half && signal && status && fields->empty()
             ? std::optional(LostAgent{*host, {std::string(half), *signal, *status}})
             : std::nullopt;
}

std::optional<LostProcess> parse_lost_process(std::string_view line) {
  const auto fields = rest_after(kLostProcess, line);
  return fields ? parse_fields(*fields) : std::nullopt;
}

std::optional<EndOfAgent> parse_end_of_agent(std::string_view line) {
  auto fields = rest_after(kEndOfAgent, line);
  const auto host = fields ? take_number<std::uint32_t>(*fields) : std::nullopt;
  auto cause = host ? parse_fields(*fields) : std::nullopt;
  return cause ? std::optional(EndOfAgent{*host, *std::move(cause)}) : std::nullopt;
}

void write_line(int fd, std::string line) {
  line += '\n';
  [[maybe_unused]] const ssize_t written = write(fd, line.data(), line.size());
}

void LineSplitter::feed(std::span<const std::byte> bytes) {
  text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<std::string> LineSplitter::next() {
  std::size_t end = text_.find('\n');
  if (end == std::string::npos && text_.size() < kLongestLine) {
    return std::nullopt;
  }
  const bool is_whole = end <= kLongestLine;
  end = is_whole ? end : kLongestLine;
  std::string line = text_.substr(0, end);
  text_.erase(0, end + (is_whole ? 1 : 0));
  return line;
}

}  // namespace dps::control
