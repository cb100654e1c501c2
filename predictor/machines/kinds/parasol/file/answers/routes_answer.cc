#include "predictor/machines/kinds/parasol/file/answers/routes_answer.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/quantities.h"
#include "predictor/machines/kinds/parasol/shares/equal_shares.h"

namespace dps::parasol {
namespace {

constexpr double kZeptosecondsPerSecond = 1e21;

/// Converts to seconds; exact for whole picoseconds.
double seconds_of(Wide zeptoseconds) {
  const Wide picoseconds = zeptoseconds / kZeptosecondsPerPicosecond;
  if (zeptoseconds % kZeptosecondsPerPicosecond == 0) {
    return static_cast<double>(picoseconds) / static_cast<double>(machines::kPicosecondsPerSecond);
  }
  return static_cast<double>(zeptoseconds) / kZeptosecondsPerSecond;
}

std::optional<std::uint32_t> processor_of(std::string_view text, std::uint32_t processors) {
  if (text.starts_with("p")) {
    text.remove_prefix(1);
  }
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number >= 1 &&
                 number <= processors
             ? std::optional(number)
             : std::nullopt;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

class Answerer {
 public:
  Answerer(const MachineModel& model, std::span<const ProcessorMessage> messages)
      : model_(model), messages_(messages) {}

  std::vector<ProcessorRouteAnswer> run() {
    for (const ProcessorMessage& message : messages_) {
      ProcessorRouteAnswer& answer = answers_.emplace_back();
      answer.message = message;
      set_route(answer);
      latencies_.push_back(latency_of(answer));
      for (const std::uint32_t link : answer.links) {
        ++count_on_[link];
      }
    }
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      set_static_times(answers_[i], latencies_[i]);
    }
    play();
    return std::move(answers_);
  }

 private:
  [[nodiscard]] std::uint32_t hardware(std::uint32_t processor) const {
    return model_.mapping == nullptr ? processor : model_.mapping->map[processor - 1];
  }
  [[nodiscard]] std::uint32_t processors() const {
    return model_.mapping == nullptr ? model_.topology->processors : model_.mapping->processors;
  }
  [[nodiscard]] Wide speed_of(std::uint32_t link) const {
    return zeptoseconds_of(model_.topology->links[link - 1].speed);
  }

  void set_route(ProcessorRouteAnswer& answer) const {
    const std::uint32_t from = hardware(answer.message.from);
    if (answer.message.to != 0) {
      ProcessorRoute route;
      model_.router->append(from, hardware(answer.message.to), route);
      answer.links = std::move(route.links);
      answer.hops = std::move(route.hops);
      return;
    }
    std::vector<bool> is_known(model_.topology->links.size() + 1);
    for (std::uint32_t to = 1; to <= processors(); ++to) {
      ProcessorRoute route;
      model_.router->append(from, hardware(to), route);
      for (const std::uint32_t link : route.links) {
        if (!is_known[link]) {
          is_known[link] = true;
          answer.links.push_back(link);
        }
      }
    }
  }

  [[nodiscard]] Wide sum_of_latencies(std::span<const std::uint32_t> links) const {
    Wide sum = 0;
    for (const std::uint32_t link : links) {
      sum += zeptoseconds_of(model_.topology->links[link - 1].latency);
    }
    return sum;
  }

  /// The latency of a message to all is the largest one of its routes.
  [[nodiscard]] Wide latency_of(const ProcessorRouteAnswer& answer) const {
    if (answer.message.to != 0) {
      return sum_of_latencies(answer.links);
    }
    Wide latency = 0;
    for (std::uint32_t to = 1; to <= processors(); ++to) {
      ProcessorRoute route;
      model_.router->append(hardware(answer.message.from), hardware(to), route);
      latency = std::max(latency, sum_of_latencies(route.links));
    }
    return latency;
  }

  void set_static_times(ProcessorRouteAnswer& answer, Wide latency) {
    Wide alone = 0;
    Wide together = 0;
    for (const std::uint32_t link : answer.links) {
      const Wide speed = speed_of(link);
      const Wide shared = speed * count_on_[link];
      alone = std::max(alone, speed);
      if (!answer.bottleneck || shared > together) {
        answer.bottleneck = link;
      }
      together = std::max(together, shared);
    }
    answer.latency_s = seconds_of(latency);
    answer.alone_s = seconds_of(latency + alone * answer.message.bytes);
    answer.together_s = seconds_of(latency + together * answer.message.bytes);
  }

  // --- steps III to V ---------------------------------------------------------------------------

  /// The messages of a pair go one after the other.
  struct Pair {
    std::vector<std::size_t> waiting;  ///< in the order of their starts
    std::size_t next = 0;
    bool is_under_way = false;
  };

  void play() {
    std::vector<Wide> speeds;
    speeds.reserve(model_.topology->links.size());
    for (const Link& link : model_.topology->links) {
      speeds.push_back(zeptoseconds_of(link.speed));
    }
    EqualShares shares(speeds);
    for (const ProcessorRouteAnswer& answer : answers_) {
      auto& places = places_.emplace_back(answer.links);
      std::for_each(places.begin(), places.end(), [](std::uint32_t& link) { --link; });
    }
    std::vector<std::size_t> order(answers_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return messages_[a].start < messages_[b].start;
    });
    for (const std::size_t message : order) {
      const Wide start = fine(messages_[message].start);
      while (shares.next() <= start && shares.next() != kNeverFine) {
        end_one(shares);
      }
      enter(shares, message, start);
    }
    while (shares.next() != kNeverFine) {
      end_one(shares);
    }
  }

  void enter(EqualShares& shares, std::size_t message, Wide now) {
    Pair& pair = pairs_[{messages_[message].from, messages_[message].to}];
    pair.waiting.push_back(message);
    if (!pair.is_under_way) {
      begin(shares, pair, now);
    }
  }

  void begin(EqualShares& shares, Pair& pair, Wide now) {
    pair.is_under_way = true;
    const std::size_t message = pair.waiting[pair.next++];
    shares.begin(static_cast<std::uint32_t>(message), places_[message], messages_[message].bytes,
                 now);
  }

  void end_one(EqualShares& shares) {
    const Wide at = shares.next();
    const std::uint32_t message = shares.end_first();
    const Picoseconds arrival = nearest_picosecond(at + (latencies_[message] << kFineDigits));
    answers_[message].arrives_s = seconds_of(machines::wide(arrival) * kZeptosecondsPerPicosecond);
    Pair& pair = pairs_[{messages_[message].from, messages_[message].to}];
    pair.is_under_way = false;
    if (pair.next < pair.waiting.size()) {
      begin(shares, pair, at);
    }
  }

  const MachineModel& model_;  // borrowed
  std::span<const ProcessorMessage> messages_;
  std::vector<ProcessorRouteAnswer> answers_;
  std::vector<Wide> latencies_;
  std::map<std::uint32_t, std::uint32_t> count_on_;  // messages, by link
  std::map<std::pair<std::uint32_t, std::uint32_t>, Pair> pairs_;
  std::vector<std::vector<std::uint32_t>> places_;  // links from 0, by message
};

}  // namespace

tl::expected<ProcessorMessage, std::string> parse_route_message(const std::string& text,
                                                                std::uint32_t processors) {
  const auto parts = split(text);
  if (parts.size() < 2 || parts.size() > 4) {
    return tl::unexpected(fmt::format(
        "expected FROM,TO[,BYTES[,START]], such as 1,2,64KiB,1us, got '{}'", printable(text)));
  }
  ProcessorMessage message;
  for (std::size_t end = 0; end < 2; ++end) {
    if (end == 1 && parts[1] == "*") {
      message.to = 0;
      continue;
    }
    const auto processor = processor_of(parts[end], processors);
    if (!processor) {
      return tl::unexpected(fmt::format("there is no processor '{}': the machine has {}",
                                        printable(parts[end]), processors));
    }
    (end == 0 ? message.from : message.to) = *processor;
  }
  if (parts.size() > 2) {
    const auto bytes = text::parse_size(parts[2]);
    if (!bytes || *bytes > text::kMaxBytes) {
      return tl::unexpected(fmt::format(
          "expected a size such as 1000 or 64KiB, at most 1TiB, got '{}'", printable(parts[2])));
    }
    message.bytes = *bytes;
  }
  if (parts.size() > 3) {
    const auto start = text::parse_time(parts[3]);
    message.start = start ? machines::picoseconds_of(start->count()) : machines::kNever;
    if (message.start == machines::kNever) {
      return tl::unexpected(fmt::format("expected a time such as 1us, got '{}'{}",
                                        printable(parts[3]), text::suggest_time(parts[3])));
    }
  }
  return message;
}

std::vector<ProcessorRouteAnswer> routes_of(const MachineModel& model,
                                            std::span<const ProcessorMessage> messages) {
  return Answerer(model, messages).run();
}

}  // namespace dps::parasol
