#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "profiles/traces/export/writers.h"
#include "profiles/traces/spans.h"

namespace dps::traces {
namespace {

/// A stack: the process, and down to the component, by their names. Zero: nothing there.
using Stack = std::array<std::uint32_t, 4>;

/// Adds up the own times of all stacks.
class Folding {
 public:
  explicit Folding(const TraceHead& head)
      : head_(head), per_ns_(static_cast<std::uint64_t>(head.ticks_per_second() / 1'000'000'000)) {}

  void begin_process(std::uint32_t process, std::uint32_t group) {
    process_ = process;
    group_ = group;
  }

  void add(const TraceSpan& span) {
    const unsigned depth = nesting_depth(span);
    close(depth);
    Open open;
    open.depth = depth;
    open.length = span.length();
    if (!open_.empty()) {
      open.stack = open_.back().stack;
      open_.back().inner += span.length();
    }
    open.stack[depth] = name_of_span(span);
    open_.push_back(open);
  }

  void end_process() { close(0); }

  void write(BufferedOutput& output) const {
    std::map<std::string, std::uint64_t> lines;
    for (const auto& [stack, own] : own_) {
      lines[text_of(stack)] += own.nanoseconds + (own.rest + per_ns_ / 2) / per_ns_;
    }
    for (const auto& [text, time] : lines) {
      if (time > 0) {
        output.print("{} {}\n", text, time);
      }
    }
  }

 private:
  struct Open {
    Stack stack{};
    unsigned depth = 0;
    Ticks length = 0;
    Ticks inner = 0;
  };
  /// A sum of times that may exceed the range of one.
  struct Sum {
    std::uint64_t nanoseconds = 0;
    std::uint64_t rest = 0;  // in the unit of the trace, less than a nanosecond

    void add(Ticks time, std::uint64_t per_ns) {
      rest += static_cast<std::uint64_t>(time);
      nanoseconds += rest / per_ns;
      rest %= per_ns;
    }
  };
  static constexpr std::uint32_t kWaiting = 1;
  static constexpr std::uint32_t kTaking = 2;
  static constexpr std::uint32_t kFirstLine = 3;

  std::uint32_t name_of_span(const TraceSpan& span) const {
    const Line* line = line_of(head_, process_, group_, span);
    if (line == nullptr) {
      return span.kind == SpanKind::kWait ? kWaiting : kTaking;
    }
    return kFirstLine + static_cast<std::uint32_t>(line - head_.lines.data());
  }
  void close(unsigned depth) {
    while (!open_.empty() && open_.back().depth >= depth) {
      const Open& open = open_.back();
      own_[open.stack].add(std::max<Ticks>(0, open.length - open.inner), per_ns_);
      open_.pop_back();
    }
  }
  [[nodiscard]] std::string text_of(const Stack& stack) const {
    std::string text;
    for (const std::uint32_t name : stack) {
      if (name != 0) {
        text += (text.empty() ? "" : ";") + text_of(name);
      }
    }
    return text;
  }
  [[nodiscard]] std::string text_of(std::uint32_t name) const {
    if (name < kFirstLine) {
      return name == kWaiting ? "(wait)" : "(take)";
    }
    std::string tag = head_.lines[name - kFirstLine].tag;
    std::replace(tag.begin(), tag.end(), ';', ':');
    return tag;
  }

  const TraceHead& head_;
  std::uint64_t per_ns_;
  std::uint32_t process_ = 0;
  std::uint32_t group_ = 0;
  std::vector<Open> open_;
  std::map<Stack, Sum> own_;
};

}  // namespace

Result<void> write_folded(const Trace& trace, BufferedOutput& output) {
  const TraceHead& head = trace.head();
  const auto groups = head.process_groups();
  Folding folding(head);
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    folding.begin_process(p, groups[p]);
    auto done = for_each_span(trace, p, [&](const TraceSpan& span) { folding.add(span); });
    if (!done) {
      return done;
    }
    folding.end_process();
  }
  folding.write(output);
  return output.finish();
}

}  // namespace dps::traces
