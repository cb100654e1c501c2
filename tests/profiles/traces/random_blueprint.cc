#include "tests/profiles/traces/random_blueprint.h"

#include <cstddef>

#include <fmt/format.h>

#include "base/random.h"

namespace dps::traces {
namespace {

class Author {
 public:
  Author(std::uint64_t seed, bool has_requests) : random_(seed), has_requests_(has_requests) {}

  std::string text() {
    groups_ = any(1, 4);
    for (std::size_t type = 0; type < kTypes; ++type) {
      const bool each = has_requests_ && !one_in(3);
      const std::size_t count = any(1, 3);
      const std::string quorum = each && one_in(2) ? fmt::format("/{}", count + any(0, 2)) : "";
      text_ += fmt::format("I in{0}.i {3}{1}{4} m{0}{2}\n", type, count, join_with(type),
                           each ? "-each " : "", quorum);
    }
    text_ += fmt::format("C sleep.c sleep {}us\nC compute.c compute {}us\n", any(0, 9), any(1, 9));
    text_ += "C random.c compute {uniform(0.000001,0.00002)}\nC none.c compute 0\n";
    for (std::size_t group = 0; group < groups_; ++group) {
      write_group(group);
    }
    return text_;
  }

 private:
  static constexpr std::size_t kTypes = 3;

  std::size_t any(std::size_t low, std::size_t high) {  // both included
    return low + random_.next() % (high - low + 1);
  }
  bool one_in(std::size_t n) { return any(1, n) == 1; }

  /// A second type of a collection, or nothing.
  std::string join_with(std::size_t type) {
    return one_in(3) ? fmt::format(" {} m{}", any(1, 2), (type + 1) % kTypes) : "";
  }

  std::string component() {
    constexpr const char* kTags[] = {"NULL", "sleep.c", "compute.c", "random.c", "none.c"};
    return kTags[any(0, 4)];
  }
  /// An O line, of which ACK is the receiver only where a message fires the functionality.
  std::string output(bool may_ack) {
    if (one_in(5)) {
      return "NULL";
    }
    std::string tag = fmt::format("out{}.o", outputs_++);
    const std::size_t type = any(0, kTypes - 1);
    const bool is_timer = one_in(6);
    const std::size_t to = is_timer ? group_ : any(0, groups_ - 1);
    const bool acknowledges = may_ack && !is_timer && one_in(3);
    const bool begins = has_requests_ && !is_timer && one_in(3);
    lines_ += fmt::format("O {} {} -t m{} -b {} -n {}{}{}{}\n", tag,
                          is_timer       ? fmt::format("G{}.p[{{self}}]", group_)
                          : acknowledges ? std::string("ACK")
                                         : fmt::format("G{}.p", to),
                          type, any(0, 5000), any(1, 2),
                          is_timer ? fmt::format(" -d {}us", any(1, 50)) : std::string(),
                          begins ? " -new" : "", is_timer ? "" : control());
    return tag;
  }
  /// -pick, -window, both or nothing.
  std::string control() {
    constexpr const char* kPicks[] = {"random", "round_robin", "least"};
    std::string text = one_in(4) ? fmt::format(" -pick {}", kPicks[any(0, 2)]) : "";
    return one_in(5) ? fmt::format("{} -window {}", text, any(1, 2)) : text;
  }
  /// A functionality, or a choice of two that wait for the same collection.
  std::string choice(std::size_t unit, std::size_t units) {
    const bool is_first = one_in(3);
    const std::string itag = is_first ? "NULL" : fmt::format("in{}.i", any(0, kTypes - 1));
    const std::string tag = functionality(unit, units, itag);
    return one_in(4) ? fmt::format("{}*{}|{}", tag, any(0, 2), functionality(unit, units, itag))
                     : tag;
  }
  std::string functionality(std::size_t unit, std::size_t units, const std::string& itag) {
    std::string tag = fmt::format("f{}.f", functionalities_++);
    std::string next = one_in(4) ? "NULL" : "SAME";
    if (unit + 1 < units && one_in(2)) {
      next = fmt::format("u{}_{}.u", group_, unit + 1);
    }
    const std::string made = output(itag != "NULL");
    lines_ += fmt::format("F {} {} {} {} {}\n", tag, itag, component(), made, next);
    return tag;
  }
  void write_group(std::size_t group) {
    group_ = group;
    const std::size_t units = any(1, 3);
    std::string plan;
    for (std::size_t unit = 0; unit < units; ++unit) {
      std::string list;
      for (std::size_t f = any(1, 3); f > 0; --f) {
        list += " " + choice(unit, units);
      }
      plan += fmt::format(" u{}_{}.u", group, unit);
      lines_ += fmt::format("U u{}_{}.u{}{}\n", group, unit, one_in(3) ? " -early" : "", list);
    }
    const std::size_t clones = any(1, 3);
    text_ += lines_ + fmt::format("P G{}.p {}{}\n", group, clones, plan);
    lines_.clear();
  }

  Random random_;
  bool has_requests_;
  std::string text_;
  std::string lines_;
  std::size_t groups_ = 0;
  std::size_t group_ = 0;
  std::size_t outputs_ = 0;
  std::size_t functionalities_ = 0;
};

}  // namespace

std::string random_blueprint(std::uint64_t seed, bool has_requests) {
  return Author(seed, has_requests).text();
}

}  // namespace dps::traces
