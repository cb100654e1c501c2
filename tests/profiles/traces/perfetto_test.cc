// A reader of Perfetto's files that shares no code with their writer, not even its library.
#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/export/formats.h"
#include "profiles/traces/spans.h"
#include "tests/profiles/traces/exported.h"

namespace dps::traces {
namespace {

/// A protocol buffer: its fields by number, each a number or bytes.
class Message {
 public:
  explicit Message(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::uint64_t key = varint(bytes);
      Field field;
      switch (key & 7) {
        case 0:
          field.number = varint(bytes);
          break;
        case 1:
          for (unsigned i = 0; i < 8; ++i) {
            field.number |= std::uint64_t{static_cast<unsigned char>(bytes.at(i))} << (8 * i);
          }
          bytes.remove_prefix(8);
          break;
        default: {
          RC_ASSERT((key & 7) == 2U);
          const std::uint64_t size = varint(bytes);
          RC_ASSERT(size <= bytes.size());
          field.bytes = bytes.substr(0, size);
          bytes.remove_prefix(size);
        }
      }
      fields_[key >> 3].push_back(field);
    }
  }

  [[nodiscard]] bool has(std::uint64_t field) const { return fields_.count(field) > 0; }
  [[nodiscard]] std::uint64_t number(std::uint64_t field) const {
    return has(field) ? fields_.at(field).front().number : 0;
  }
  [[nodiscard]] std::string text(std::uint64_t field) const {
    return has(field) ? std::string(fields_.at(field).front().bytes) : "";
  }
  [[nodiscard]] Message message(std::uint64_t field) const {
    return Message(has(field) ? fields_.at(field).front().bytes : "");
  }
  [[nodiscard]] std::vector<Message> messages(std::uint64_t field) const {
    std::vector<Message> all;
    if (has(field)) {
      for (const Field& one : fields_.at(field)) {
        all.emplace_back(one.bytes);
      }
    }
    return all;
  }

 private:
  struct Field {
    std::uint64_t number = 0;
    std::string_view bytes;
  };
  static std::uint64_t varint(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      RC_ASSERT((!bytes.empty() && shift < 70));
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) {
        return value;
      }
    }
  }

  std::map<std::uint64_t, std::vector<Field>> fields_;
};

struct Slice {
  std::string category;
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  auto key() const { return std::tie(begin, category, name, end); }
  bool operator==(const Slice& other) const { return key() == other.key(); }
  bool operator<(const Slice& other) const { return key() < other.key(); }
};
std::ostream& operator<<(std::ostream& out, const Slice& slice) {
  return out << slice.category << " " << slice.name << " " << slice.begin << ".." << slice.end;
}

/// Reads a file as Perfetto's importer does.
class Viewer {
 public:
  explicit Viewer(const std::string& bytes) : file_(bytes) {
    std::vector<std::pair<std::uint64_t, Message>> events;
    for (const Message& packet : file_.messages(1)) {
      const std::uint64_t flags = packet.number(13);
      RC_ASSERT(packet.number(10) == 1U);
      RC_ASSERT(flags == (is_first_ ? 1U : 2U));
      is_first_ = false;
      if (packet.has(12)) {
        intern(packet.message(12));
      } else if (packet.has(60)) {
        describe(packet.message(60));
      } else {
        RC_ASSERT(packet.has(8));
        events.emplace_back(packet.number(8), packet.message(11));
      }
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [time, event] : events) {
      add(time, event);
    }
    for (const auto& [track, open] : open_) {
      RC_ASSERT(open.empty());
    }
  }

  /// The slices by thread.
  [[nodiscard]] const std::map<std::string, std::vector<Slice>>& slices() const { return slices_; }
  /// The host of each thread.
  [[nodiscard]] const std::map<std::string, std::string>& hosts() const { return hosts_; }
  /// Sends and takes that a flow joins: sender, receiver, message type, timer, number.
  using Named = std::tuple<std::string, std::string, std::string, bool, std::uint64_t>;
  [[nodiscard]] std::set<Named> arrows() const {
    std::set<Named> joined;
    for (const auto& [flow, message] : sent_) {
      const auto taken = taken_.find(flow);
      if (taken != taken_.end()) {
        RC_ASSERT(taken->second == message);
        RC_ASSERT(joined.insert(message).second);
      }
    }
    return joined;
  }
  [[nodiscard]] const std::map<std::string, std::int64_t>& counters() const { return counters_; }
  [[nodiscard]] std::size_t late() const { return late_; }

 private:
  void intern(const Message& data) {
    for (const std::uint64_t kind : {1U, 2U, 3U, 29U}) {
      for (const Message& entry : data.messages(kind)) {
        RC_ASSERT(texts_[kind].emplace(entry.number(1), entry.text(2)).second);
      }
    }
  }
  void describe(const Message& track) {
    const std::uint64_t uuid = track.number(1);
    RC_ASSERT((uuid != 0 && names_.count(uuid) == 0));
    if (track.has(3)) {
      names_[uuid] = track.message(3).text(6);
      pids_[uuid] = track.message(3).number(1);
      return;
    }
    const std::uint64_t parent = track.number(5);
    RC_ASSERT(names_.count(parent) == 1U);
    if (track.has(4)) {
      const Message thread = track.message(4);
      names_[uuid] = thread.text(5);
      RC_ASSERT(thread.number(1) == pids_.at(parent));
      RC_ASSERT(thread.number(2) != thread.number(1));
      hosts_[names_[uuid]] = names_[parent];
    } else {
      RC_ASSERT((track.message(8).number(3) == 2 || track.message(8).number(3) == 3));
      names_[uuid] = names_[parent] + " " + track.text(2);
    }
  }
  [[nodiscard]] std::string text(std::uint64_t kind, std::uint64_t number) const {
    return texts_.at(kind).at(number);
  }
  void add(std::uint64_t time, const Message& event) {
    const std::uint64_t track = event.number(11);
    const std::string& name = names_.at(track);
    switch (event.number(9)) {
      case 1:
        open_[track].push_back({event.has(22) ? event.text(22) : text(1, event.number(3)),
                                event.has(23) ? event.text(23) : text(2, event.number(10)), time,
                                0});
        add_flow(name, event);
        break;
      case 2: {
        RC_ASSERT(!open_[track].empty());
        Slice slice = open_[track].back();
        open_[track].pop_back();
        slice.end = time;
        slices_[name].push_back(slice);
        break;
      }
      case 3:
        RC_ASSERT(text(2, event.number(10)) == "late");
        ++late_;
        break;
      default: {
        RC_ASSERT(event.number(9) == 4U);
        const auto value = static_cast<std::int64_t>(event.number(30));
        RC_ASSERT(value >= 0);
        counters_[name] = value;
      }
    }
  }
  void add_flow(const std::string& process, const Message& event) {
    if (!event.has(47) && !event.has(48)) {
      return;
    }
    std::map<std::string, Message> arguments;
    for (const Message& annotation : event.messages(4)) {
      arguments.emplace(text(3, annotation.number(1)), annotation);
    }
    const auto named = [&](const char* argument) {
      return text(29, arguments.at(argument).number(17));
    };
    const bool is_send = event.has(47);
    const Named message{is_send ? process : named("from"), is_send ? named("to") : process,
                        named("message"), arguments.count("timer") == 1,
                        arguments.at("number").number(3)};
    RC_ASSERT((is_send ? sent_ : taken_).emplace(event.number(is_send ? 47 : 48), message).second);
  }

  Message file_;
  bool is_first_ = true;
  std::map<std::uint64_t, std::map<std::uint64_t, std::string>> texts_;  // by kind
  std::map<std::uint64_t, std::string> names_;                           // by track
  std::map<std::uint64_t, std::uint64_t> pids_;                          // by track
  std::map<std::string, std::string> hosts_;
  std::map<std::uint64_t, std::vector<Slice>> open_;  // by track
  std::map<std::string, std::vector<Slice>> slices_;
  std::map<std::uint64_t, Named> sent_, taken_;  // by flow
  std::map<std::string, std::int64_t> counters_;
  std::size_t late_ = 0;
};

/// The spans of the trace as slices, with `origin` as 0.
std::map<std::string, std::vector<Slice>> expected_slices(const Trace& trace, Ticks origin) {
  const TraceHead& head = trace.head();
  const auto groups = head.process_groups();
  const Ticks per_ns = head.ticks_per_second() / 1'000'000'000;
  const auto ns = [&](Ticks time) {
    return static_cast<std::uint64_t>((time - origin + per_ns / 2) / per_ns);
  };
  const std::vector<std::string> kinds{"process", "unit", "functionality", "compute",
                                       "send",    "wait", "take"};
  std::map<std::string, std::vector<Slice>> slices;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    const std::string process = head.process_name(p);
    RC_ASSERT(for_each_span(trace, p, [&](const TraceSpan& span) {
                const std::string& kind = kinds.at(static_cast<std::size_t>(span.kind));
                const Line* line = line_of(head, p, groups[p], span);
                slices[process].push_back({kind,
                                           span.kind == SpanKind::kProcess ? process
                                           : line != nullptr               ? line->tag
                                                                           : kind,
                                           ns(span.begin), ns(span.end)});
              }).has_value());
  }
  return slices;
}

void check(const Trace& trace) {
  const TraceHead& head = trace.head();
  const Viewer viewer(exported(trace, "x.pftrace"));
  auto slices = viewer.slices();
  auto expected = expected_slices(trace, first_instant(trace));
  for (auto* all : {&slices, &expected}) {
    for (auto& [process, its] : *all) {
      std::sort(its.begin(), its.end());
    }
  }
  RC_ASSERT(slices.size() == expected.size());
  for (const auto& [process, its] : expected) {
    RC_ASSERT(slices.at(process) == its);
  }
  std::set<Viewer::Named> messages;
  for (const auto& [from, to, mid, timer, number] : messages_of(trace)) {
    messages.emplace(head.process_name(from), head.process_name(to), head.message_types[mid], timer,
                     number);
  }
  RC_ASSERT(viewer.arrows() == messages);
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    RC_ASSERT(viewer.hosts().at(head.process_name(p)) == head.hosts[head.processes[p].host].name);
  }
}

class Perfetto : public testing::Test {
 protected:
  void SetUp() override {
    if (!format_of("x.pftrace")->lacks.empty()) {
      GTEST_SKIP() << "built without " << format_of("x.pftrace")->lacks;
    }
  }
};

RC_GTEST_FIXTURE_PROP(Perfetto, HasTheSpansAndMessagesOfPredictions, ()) {
  check(any_prediction(any_limits()).trace);
}

RC_GTEST_FIXTURE_PROP(Perfetto, HasTheSpansAndMessagesOfRuns, ()) {
  check(any_run());
}

TEST_F(Perfetto, HasLinksAsThreadsOfAProcess) {
  const Viewer viewer(exported(exchange_on_links(), "x.pftrace"));
  EXPECT_EQ(viewer.hosts().at("a->b"), "links");
  EXPECT_EQ(viewer.slices().at("a->b"),
            (std::vector<Slice>{{"link", "Job.m", 1, 3}, {"link", "Job.m", 3, 4}}));
  EXPECT_EQ(viewer.slices().at("b->c"), (std::vector<Slice>{{"link", "Job.m", 4, 10}}));
}

TEST_F(Perfetto, HasCountersAndLateMessages) {
  const Viewer viewer(exported(broken_run(), "x.pftrace"));
  EXPECT_EQ(viewer.late(), 1U);
  EXPECT_EQ(viewer.counters(), (std::map<std::string, std::int64_t>{{"right bytes under way", 0},
                                                                    {"B.p[0] queued", 0}}));
  EXPECT_EQ(viewer.arrows(), (std::set<Viewer::Named>{{"A.p[0]", "B.p[0]", "Job.m", false, 1},
                                                      {"B.p[0]", "B.p[0]", "Job.m", true, 1}}));
}

}  // namespace
}  // namespace dps::traces
