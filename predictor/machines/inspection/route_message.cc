#include "predictor/machines/inspection/route_message.h"

#include <charconv>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/quantities.h"
#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

constexpr std::uint32_t kMostProcesses = 1'000'000;
/// Of all messages: half of what a Service counts (flows/rate.h), with a buffer of 1 TiB.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 44;

class MessageReader {
 public:
  explicit MessageReader(const Machine& machine) : hosts_(machine.hosts()) {
    for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
      numbers_.emplace(hosts_[host].name, host);
    }
  }

  [[nodiscard]] Result<RouteMessage> read(const std::string& text) const {
    std::vector<std::string> fields{""};
    for (const char c : text) {
      if (c == ',') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (fields.size() < 2 || fields.size() > 4) {
      return wrong(text, "expected FROM,TO, FROM,TO,BYTES or FROM,TO,BYTES,START");
    }
    RouteMessage message;
    for (std::uint32_t* end : {&message.from, &message.to}) {
      const std::string& name = fields[end == &message.from ? 0 : 1];
      const auto host = number_of(name);
      if (!host) {
        return wrong(text, unknown_host(name));
      }
      *end = *host;
    }
    if (fields.size() > 2) {
      const auto bytes = text::parse_size(fields[2]);
      if (!bytes || *bytes > text::kMaxBytes) {
        return wrong(text, fmt::format("expected a size of at most 1 TiB, such as 64KiB, got '{}'",
                                       printable(fields[2])));
      }
      message.bytes = *bytes;
    }
    if (fields.size() > 3) {
      const auto start = text::parse_time(fields[3]);
      if (!start || start->count() > kMostSeconds) {
        return wrong(text, fmt::format("expected a time of at most 10^6 s, such as 1us, got '{}'{}",
                                       printable(fields[3]), text::suggest_time(fields[3])));
      }
      message.start = picoseconds_of(start->count());
    }
    return message;
  }

 private:
  static constexpr double kMostSeconds = 1e6;

  static tl::unexpected<Error> wrong(const std::string& text, const std::string& why) {
    return failure(ErrorCode::kInput, fmt::format("'{}': {}", printable(text), why));
  }

  [[nodiscard]] std::optional<std::uint32_t> number_of(const std::string& name) const {
    if (hosts_.empty()) {
      std::uint32_t number = 0;
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
      const bool is_number = error == std::errc{} && end == name.data() + name.size();
      return is_number && number < kMostProcesses ? std::optional(number) : std::nullopt;
    }
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  [[nodiscard]] std::string unknown_host(const std::string& name) const {
    if (hosts_.empty()) {
      return fmt::format(
          "expected the number of a process, since the machine has no hosts, got "
          "'{}'",
          printable(name));
    }
    constexpr std::size_t kMostCompared = 10'000;
    std::vector<std::string> names;
    for (const MachineHost& host : hosts_.first(std::min(hosts_.size(), kMostCompared))) {
      names.push_back(host.name);
    }
    return fmt::format("the machine has no host '{}'{}", printable(name),
                       did_you_mean(name, names));
  }

  std::span<const MachineHost> hosts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

}  // namespace

Result<std::vector<RouteMessage>> read_route_messages(const std::vector<std::string>& texts,
                                                      const Machine& machine) {
  const MessageReader reader(machine);
  std::vector<RouteMessage> messages;
  std::uint64_t bytes = 0;
  for (const std::string& text : texts) {
    const auto message = reader.read(text);
    if (!message) {
      return tl::unexpected(message.error());
    }
    bytes += message->bytes;
    if (bytes > kMostBytes) {
      return failure(ErrorCode::kInput, "the messages have more than 16 TiB together");
    }
    messages.push_back(*message);
  }
  return messages;
}

}  // namespace dps::machines
