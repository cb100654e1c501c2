#include "blueprint/terrain/host_list.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/host_name.h"
#include "base/text/node_set.h"
#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/text/source_map.h"
#include "base/units.h"
#include "blueprint/terrain/host_options.h"

namespace dps::terrain {
namespace {

using text::Field;
using text::Problems;
using text::quoted;
using text::Range;
using text::SourceMap;

constexpr text::NodeSetRules kNodeSetRules{kMostHosts, kMaxHostName};

/// The `shared` argument of HostOptionReader::read() for a '*' line, whose defaults apply to any
/// number of hosts.
constexpr std::size_t kMany = 2;

Range rest_of(Range range, std::size_t skipped) {
  return {range.begin + static_cast<std::uint32_t>(skipped), range.end};
}

/// The origin of a list of hosts.
enum class Origin : std::uint8_t { kFile, kCommandLine, kSlurm };

/// A host and the first set or line that names it.
struct NamedHost {
  const std::string& name;
  Range first;
};

/// Reports that `place` names a host again.
void report_twice(const NamedHost& host, Range place, Origin origin, Problems& problems) {
  std::vector<Note> notes;
  if (place.begin != host.first.begin) {
    notes.push_back(problems.note(host.first, "first named here"));
  }
  problems.error(place,
                 fmt::format("host {} is named twice; for more processes on it write slots=2 on "
                             "its {}",
                             quoted(host.name),
                             origin == Origin::kFile ? "first line" : "line of a hosts file"),
                 std::move(notes));
}

/// Collects the names of node sets, in the order in which they are added. A name that occurs again
/// is an error, except in an allocation, which the user does not write.
class NodeSets {
 public:
  NodeSets(const SourceMap& source, Origin origin, Problems& problems)
      : source_(source), origin_(origin), problems_(problems) {}

  bool add(Range set) {
    auto more = text::expand(source_, set, kNodeSetRules, problems_);
    if (!more) {
      return false;
    }
    for (const std::string& name : *more) {
      const auto [known, is_new] = known_.emplace(name, set);
      if (is_new) {
        names_.push_back(name);
      } else if (origin_ != Origin::kSlurm) {
        report_twice({name, known->second}, set, origin_, problems_);
        return false;
      }
    }
    return true;
  }

  bool exclude(Range set) {
    const auto excluded = text::expand(source_, set, kNodeSetRules, problems_);
    if (!excluded) {
      return false;
    }
    const std::unordered_set<std::string> out(excluded->begin(), excluded->end());
    std::erase_if(names_, [&](const std::string& name) { return out.contains(name); });
    for (const std::string& name : *excluded) {
      known_.erase(name);
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  const SourceMap& source_;
  Origin origin_;
  Problems& problems_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, Range> known_;
};

/// True for an incomplete set, "node1," or "node[1,": the user wrote a blank inside the set.
bool is_incomplete(std::string_view set) {
  const std::size_t open = set.rfind('[');
  return set.ends_with(',') ||
         (open != std::string_view::npos && set.find(']', open) == std::string_view::npos);
}

/// The set that the "-x" at `at` excludes; moves `at` to the field of the set. nullopt after an
/// error, which is added to `problems`.
std::optional<Range> excluded_set(const SourceMap& source, std::span<const Field> fields,
                                  std::size_t& at, Problems& problems) {
  const Range field = fields[at].content;
  if (field.end - field.begin > 2) {  // -xnode3
    return rest_of(field, 2);
  }
  if (at + 1 == fields.size() ||
      source.text(fields[at + 1].content).find('=') != std::string_view::npos) {
    problems.error(field, "expected the hosts to exclude after -x");
    return std::nullopt;
  }
  return fields[++at].content;
}

class HostsFileReader {
 public:
  explicit HostsFileReader(std::string_view text)
      : source_(text), problems_(source_), options_(source_, problems_) {}

  HostList read() {
    const text::Scanned scanned = text::scan(source_, problems_);
    for (const text::SourceLine& line : scanned.lines) {
      const auto fields = scanned.fields_of(line);
      if (!line.broken && !source_.text(fields[0].range).starts_with("//")) {
        read_line(fields);
      }
    }
    if (hosts_.empty() && !problems_.has_errors()) {
      problems_.error_without_place("the file lists no hosts");
    }
    HostList list;
    if (!problems_.has_errors()) {
      list.hosts = std::move(hosts_);
    }
    list.diagnostics = problems_.take();
    return list;
  }

 private:
  void read_line(std::span<const Field> fields) {
    Range first = fields[0].content;
    const std::string_view word = source_.text(first);
    if (word == "*") {
      defaults_ = ListedHost{};
      options_.read(fields.subspan(1), kMany, defaults_);
      return;
    }
    if (word == "&" && fields.size() > 1) {  // PVM: a host that may be added later
      fields = fields.subspan(1);
      first = fields[0].content;
    } else if (word.starts_with('&')) {
      first = rest_of(first, 1);
    }
    ListedHost host = defaults_;
    if (refuse_other_forms(source_.text(first), first)) {
      return;
    }
    first = take_login(first, host);
    read_hosts(first, fields.subspan(1), std::move(host));
  }

  /// Removes the user name of Open MPI's user@host.
  Range take_login(Range first, ListedHost& host) {
    const std::string_view word = source_.text(first);
    const std::size_t at = word.find('@');
    if (at == std::string_view::npos || at == 0) {
      return first;
    }
    host.login = word.substr(0, at);
    if (!is_login(host.login)) {
      problems_.error({first.begin, first.begin + static_cast<std::uint32_t>(at)},
                      quoted(host.login) + " is not a user name");
    }
    return rest_of(first, at + 1);
  }

  /// Reports the first words of lines that other programs accept and dps does not.
  bool refuse_other_forms(std::string_view word, Range place) {
    const std::size_t colon = word.find(':');
    const bool has_count =
        colon != std::string_view::npos && colon > 0 && colon + 1 < word.size() &&
        word.substr(colon + 1).find_first_not_of("0123456789") == std::string_view::npos;
    if (has_count && word.find('[') == std::string_view::npos) {
      problems_.error(place,
                      fmt::format("{}: write the number of processes on a host as '{} slots={}'",
                                  quoted(word), word.substr(0, colon), word.substr(colon + 1)));
      return true;
    }
    if (word.starts_with('+')) {
      problems_.error(place, quoted(word) + " is relative to an allocation; name the hosts");
      return true;
    }
    if (word.find('=') != std::string_view::npos && !word.starts_with('-')) {
      problems_.error(place, quoted(word) +
                                 " is not a host name; '*' before it makes it a "
                                 "default for the lines that follow");
      return true;
    }
    return false;
  }

  void read_hosts(Range first, std::span<const Field> fields, ListedHost host) {
    NodeSets sets(source_, Origin::kFile, problems_);
    bool good = sets.add(first);
    if (!good && is_incomplete(source_.text(first))) {
      return;  // the next field is the rest of the set, not an option
    }
    std::vector<Field> options;
    for (std::size_t at = 0; at < fields.size(); ++at) {
      const std::string_view word = source_.text(fields[at].content);
      if (!word.starts_with("-x")) {
        options.push_back(fields[at]);
        continue;
      }
      const auto out = excluded_set(source_, fields, at, problems_);
      good = out && sets.exclude(*out) && good;
    }
    if (good && sets.names().empty()) {
      problems_.error(first, "all hosts are excluded");
    }
    options_.read(options, sets.names().size(), host);
    add(sets.names(), first, host);
  }

  void add(const std::vector<std::string>& names, Range place, ListedHost host) {
    if (hosts_.size() + names.size() > kMostHosts) {
      problems_.error(place, "more than " + format_count(kMostHosts) + " hosts");
      return;
    }
    for (const std::string& name : names) {
      const auto [known, is_new] = places_.emplace(name, place);
      if (!is_new) {
        report_twice({name, known->second}, place, Origin::kFile, problems_);
        return;
      }
      host.facts.name = name;
      hosts_.push_back(host);
    }
  }

  SourceMap source_;
  Problems problems_;
  HostOptionReader options_;
  ListedHost defaults_;  ///< of the last '*' line
  std::vector<ListedHost> hosts_;
  std::unordered_map<std::string, Range> places_;
};

/// Removes the commas at the ends of a field on the command line, where blanks may precede or
/// follow the commas between sets.
Range without_commas(const SourceMap& source, Range field, bool is_first, bool is_last) {
  if (!is_first && field.end - field.begin > 1 && source.text(field).starts_with(',')) {
    ++field.begin;
  }
  if (!is_last && field.end - field.begin > 1 && source.text(field).ends_with(',')) {
    --field.end;
  }
  return field;
}

void read_sets(const SourceMap& source, std::span<const Field> fields, NodeSets& sets,
               Problems& problems) {
  for (std::size_t at = 0; at < fields.size(); ++at) {
    const Range field = fields[at].content;
    if (source.text(field).starts_with("-x")) {
      const auto out = excluded_set(source, fields, at, problems);
      if (!out || !sets.exclude(*out)) {
        return;
      }
    } else if (source.text(field) != "," || fields.size() == 1) {
      if (!sets.add(without_commas(source, field, at == 0, at + 1 == fields.size()))) {
        return;
      }
    }
  }
}

/// Expands "16(x2),8" to 16, 16, 8. nullopt for other texts, and for more than `most` nodes.
std::optional<std::vector<std::uint32_t>> read_cpus(std::string_view text, std::size_t most) {
  std::vector<std::uint32_t> cpus;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    const char* const end = item.data() + item.size();
    std::uint32_t count = 0;
    std::uint32_t times = 1;
    auto read = std::from_chars(item.data(), end, count);
    const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    if (rest.starts_with("(x") && rest.ends_with(')')) {
      const auto repeated = std::from_chars(rest.data() + 2, end, times);
      read.ec = repeated.ptr + 1 == end ? repeated.ec : std::errc::invalid_argument;
    } else if (!rest.empty()) {
      return std::nullopt;
    }
    if (read.ec != std::errc{} || count == 0 || times > most - cpus.size()) {
      return std::nullopt;
    }
    cpus.insert(cpus.end(), times, count);
  }
  return cpus;
}

HostList read_sets_of(const SourceText& source, Origin origin) {
  const SourceMap map(source.text);
  Problems problems(map);
  const text::Scanned scanned = text::scan(map, problems);
  NodeSets sets(map, origin, problems);
  if (!problems.has_errors()) {
    read_sets(map, scanned.fields, sets, problems);
  }
  HostList list;
  if (!problems.has_errors()) {
    if (sets.names().empty()) {
      problems.error_without_place(scanned.fields.empty() ? "the list has no hosts"
                                                          : "all hosts are excluded");
    }
    list.hosts.resize(sets.names().size());
    for (std::size_t i = 0; i < list.hosts.size(); ++i) {
      list.hosts[i].facts.name = sets.names()[i];
    }
  }
  list.diagnostics = problems.take();
  return list;
}

}  // namespace

HostList read_hosts_file(const SourceText& source) {
  return HostsFileReader(source.text).read();
}

HostList read_node_set(const SourceText& source) {
  return read_sets_of(source, Origin::kCommandLine);
}

HostList read_slurm_allocation(const SourceText& nodes, std::string_view cpus_per_node) {
  HostList list = read_sets_of(nodes, Origin::kSlurm);
  const auto cpus = read_cpus(cpus_per_node, list.hosts.size());
  if (cpus && cpus->size() == list.hosts.size()) {
    for (std::size_t i = 0; i < cpus->size(); ++i) {
      list.hosts[i].facts.cores = (*cpus)[i];
    }
  }
  return list;
}

}  // namespace dps::terrain
