#include "blueprint/reading/receivers.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/units.h"

namespace dps::blueprint {
namespace {

tl::unexpected<std::string> refuse(std::string text) {
  return tl::unexpected<std::string>(std::move(text));
}

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string clones_of(std::string_view ptag, std::uint32_t count) {
  return count == 1 ? fmt::format("{} has one clone, {}[0]", text::quoted(ptag), ptag)
                    : fmt::format("{} has {} clones, 0 to {}", text::quoted(ptag),
                                  format_count(count), format_count(count - 1));
}

ProcessId plus(ProcessId id, std::uint64_t offset) {
  return ProcessId{static_cast<std::uint32_t>(index(id) + offset)};
}

std::uint32_t last_of(const Receivers& receivers) {
  return index(receivers.first) + (receivers.count - 1) * receivers.step;
}

bool holds(const Receivers& receivers, std::uint32_t process) {
  return process >= index(receivers.first) && process <= last_of(receivers) &&
         (process - index(receivers.first)) % receivers.step == 0;
}

/// Appends `all` without the processes from `low` to `high`.
void cut_interval(const Receivers& all, std::uint32_t low, std::uint32_t high,
                  std::vector<Receivers>& out) {
  const std::uint32_t first = index(all.first);
  const std::uint32_t before =
      low <= first ? 0 : std::min(all.count, (low - first - 1) / all.step + 1);
  const std::uint32_t upto = high < first ? 0 : std::min(all.count, (high - first) / all.step + 1);
  if (before > 0) {
    out.push_back({all.first, before, all.step});
  }
  if (upto < all.count) {
    const std::uint32_t from = std::max(before, upto);
    out.push_back({plus(all.first, std::uint64_t{from} * all.step), all.count - from, all.step});
  }
}

/// Appends `all` without `taken`, as ranges of the same step.
void cut(const Receivers& all, const Receivers& taken, std::vector<Receivers>& out) {
  if (taken.step == 1 || taken.count == 1) {
    cut_interval(all, index(taken.first), last_of(taken), out);
    return;
  }
  std::uint32_t run = 0;
  for (std::uint32_t i = 0; i <= all.count; ++i) {
    const std::uint64_t process = index(all.first) + std::uint64_t{i} * all.step;
    const bool stays = i < all.count && !holds(taken, static_cast<std::uint32_t>(process));
    if (stays) {
      ++run;
    } else if (run > 0) {
      out.push_back({plus(all.first, std::uint64_t{i - run} * all.step), run, all.step});
      run = 0;
    }
  }
}

}  // namespace

void ReceiverTable::add(std::string ptag, ProcessId first, std::uint32_t count) {
  ptags_.push_back(ptag);
  groups_.push_back({std::move(ptag), first, count});
}

void ReceiverTable::finish() {
  by_name_.resize(groups_.size());
  std::iota(by_name_.begin(), by_name_.end(), 0);
  std::sort(by_name_.begin(), by_name_.end(), [&](auto a, auto b) {
    // Among groups of the same name, those of known size come first.
    const auto order = groups_[a].ptag.compare(groups_[b].ptag);
    return order != 0 ? order < 0 : groups_[a].count > groups_[b].count;
  });
}

const ReceiverTable::Group* ReceiverTable::group(std::string_view ptag) const {
  const auto at =
      std::lower_bound(by_name_.begin(), by_name_.end(), ptag,
                       [&](auto i, std::string_view name) { return groups_[i].ptag < name; });
  return at == by_name_.end() || groups_[*at].ptag != ptag ? nullptr : &groups_[*at];
}

text::Checked<ReceiverTable::Found> ReceiverTable::find(std::string_view text) const {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) {
    return find_prefix(text);
  }
  if (const std::size_t dots = text.find("..", bracket); dots != std::string_view::npos) {
    return find_range(text, dots);
  }
  const Group* clones = group(text.substr(0, bracket));
  return clones == nullptr ? unknown(text) : find_clones(*clones, text, text.substr(bracket + 1));
}

text::Checked<ReceiverTable::Found> ReceiverTable::find_prefix(std::string_view prefix) const {
  auto at = std::lower_bound(by_name_.begin(), by_name_.end(), prefix,
                             [&](auto i, auto name) { return groups_[i].ptag < name; });
  std::vector<std::uint32_t> matches;
  for (; at != by_name_.end() && groups_[*at].ptag.starts_with(prefix); ++at) {
    matches.push_back(*at);
  }
  if (matches.empty()) {
    return unknown(prefix);
  }
  std::sort(matches.begin(), matches.end());
  Found found;
  const bool is_whole = group(prefix) != nullptr;
  for (const std::uint32_t i : matches) {
    if (groups_[i].count == 0) {
      return refuse("");
    }
    found.receivers.push_back({groups_[i].first, groups_[i].count, 1});
    if (is_whole && found.also_matched.empty() && groups_[i].ptag != prefix) {
      found.also_matched = groups_[i].ptag;
    }
  }
  return found;
}

/// `index` is the text after the bracket: "", "1" (all indexes that begin with 1) or "1]".
text::Checked<ReceiverTable::Found> ReceiverTable::find_clones(const Group& clones,
                                                               std::string_view text,
                                                               std::string_view index) const {
  if (clones.count == 0) {
    return refuse("");
  }
  Found found;
  if (index.empty()) {
    found.receivers.push_back({clones.first, clones.count, 1});
    return found;
  }
  const bool is_closed = index.ends_with(']');
  index.remove_suffix(is_closed ? 1 : 0);
  std::uint64_t number = 0;
  const auto parsed = std::from_chars(index.data(), index.data() + index.size(), number);
  const bool is_index = !index.empty() && all_digits(index) && parsed.ec == std::errc{} &&
                        (index.size() == 1 || index[0] != '0');
  std::uint64_t width = 1;
  for (std::uint64_t low = number; is_index && low < clones.count; low = number * width) {
    const std::uint64_t high = std::min<std::uint64_t>(low + width, clones.count);
    found.receivers.push_back({plus(clones.first, low), static_cast<std::uint32_t>(high - low), 1});
    width *= 10;
    if (is_closed || number == 0) {
      break;
    }
  }
  if (found.receivers.empty()) {
    return refuse(fmt::format("{} names no process; {}", text::quoted(text),
                              clones_of(clones.ptag, clones.count)));
  }
  for (std::size_t i = 1; i < found.receivers.size(); ++i) {
    found.longer_indices += found.receivers[i].count;
  }
  return found;
}

/// Parses ptag[a..b] or ptag[a..b:step]; `dots` is the position of the two dots.
text::Checked<ReceiverTable::Found> ReceiverTable::find_range(std::string_view text,
                                                              std::size_t dots) const {
  const std::size_t bracket = text.find('[');
  const Group* clones = group(text.substr(0, bracket));
  if (clones == nullptr) {
    return unknown(text);
  }
  if (!text.ends_with(']')) {
    return refuse(fmt::format("the range {} has no ']' at its end", text::quoted(text)));
  }
  if (clones->count == 0) {
    return refuse("");
  }
  std::string_view upper = text.substr(dots + 2, text.size() - dots - 3);
  const std::size_t colon = upper.find(':');
  const auto step =
      colon == std::string_view::npos
          ? text::Checked<std::uint64_t>(1)
          : text::read_whole(upper.substr(colon + 1), {"the step of a range", 1, text::kMaxCount});
  const auto from = text::read_whole(text.substr(bracket + 1, dots - bracket - 1),
                                     {"the index that begins a range"});
  const auto to = text::read_whole(upper.substr(0, colon), {"the index that ends a range"});
  for (const auto* number : {&from, &to, &step}) {
    if (!*number) {
      return refuse(number->error());
    }
  }
  if (*from > *to) {
    return refuse(fmt::format("the range {} runs backwards", text::quoted(text)));
  }
  if (*to >= clones->count) {
    return refuse(fmt::format("the range {} exceeds the clones; {}", text::quoted(text),
                              clones_of(clones->ptag, clones->count)));
  }
  const std::uint64_t count = (*to - *from) / *step + 1;
  return Found{{{plus(clones->first, *from), static_cast<std::uint32_t>(count),
                 count == 1 ? 1 : static_cast<std::uint32_t>(*step)}}};
}

text::Checked<Receivers> ReceiverTable::find_whole(std::string_view text) const {
  const std::size_t bracket = text.find('[');
  const Group* clones = group(text.substr(0, bracket));
  if (clones == nullptr) {
    const auto similar = find(text);
    return similar && bracket == std::string_view::npos
               ? refuse(fmt::format("{} is not a complete ptag; only receivers may be named by the "
                                    "beginning of a ptag",
                                    text::quoted(text)))
               : unknown(text);
  }
  if (clones->count == 0) {
    return refuse("");
  }
  if (bracket == std::string_view::npos) {
    return Receivers{clones->first, clones->count, 1};
  }
  if (!text.ends_with(']')) {
    return refuse(fmt::format("{} is not a complete name; write a whole index, such as {}[0]",
                              text::quoted(text), clones->ptag));
  }
  auto found = find_clones(*clones, text, text.substr(bracket + 1));
  return found ? text::Checked<Receivers>(found->receivers.front()) : refuse(found.error());
}

tl::unexpected<std::string> ReceiverTable::unknown(std::string_view text) const {
  if (excuses_unknown_) {
    return refuse("");
  }
  const std::string_view ptag = text.substr(0, text.find('['));
  const auto longer = std::find_if(ptags_.begin(), ptags_.end(), [&](const std::string& name) {
    return ptag.size() < text.size() && name.starts_with(ptag);
  });
  if (longer != ptags_.end()) {
    return refuse(fmt::format("{} names no process; write a complete ptag before '[', such as {}",
                              text::quoted(text), text::quoted(*longer)));
  }
  return refuse(fmt::format("{} names no process{}", text::quoted(text),
                            suggestions_.did_you_mean(ptag, ptags_)));
}

void append_process(std::vector<Receivers>& receivers, ProcessId process) {
  Receivers* last = receivers.empty() ? nullptr : &receivers.back();
  if (last != nullptr && last->count == 1 && process > last->first) {
    *last = {last->first, 2, index(process) - index(last->first)};
  } else if (last != nullptr && last->count > 1 && index(process) == last_of(*last) + last->step) {
    ++last->count;
  } else {
    receivers.push_back({process, 1, 1});
  }
}

void append_without_repeats(std::vector<Receivers>& receivers, std::span<const Receivers> more) {
  std::vector<Receivers> left(more.begin(), more.end());
  for (const Receivers& taken : receivers) {
    if (taken.depends_on_message()) {
      continue;
    }
    std::vector<Receivers> rest;
    for (const Receivers& each : left) {
      const bool apart = last_of(each) < index(taken.first) || last_of(taken) < index(each.first);
      if (apart) {
        rest.push_back(each);
      } else {
        cut(each, taken, rest);
      }
    }
    left = std::move(rest);
  }
  receivers.insert(receivers.end(), left.begin(), left.end());
}

}  // namespace dps::blueprint
