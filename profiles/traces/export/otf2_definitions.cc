#include "profiles/traces/export/otf2_definitions.h"

#include <map>
#include <string>

#include "profiles/traces/export/otf2_functions.h"

namespace dps::traces {

OTF2_RegionRef otf2_region_of(const TraceHead& head, const Line* line, SpanKind kind) {
  const std::size_t number = line != nullptr ? static_cast<std::size_t>(line - head.lines.data())
                             : kind == SpanKind::kWait ? head.lines.size()
                                                       : head.lines.size() + 1;
  return static_cast<OTF2_RegionRef>(number);
}

namespace {

constexpr OTF2_CommRef kAllProcesses = 0;

/// The definition of a communicator of the head.
constexpr OTF2_CommRef ref_of(std::uint32_t communicator) {
  return kAllProcesses + 1 + communicator;
}

}  // namespace

Otf2Communicators::Otf2Communicators(const TraceHead& head)
    : head_(head), mains_(head.main_processes()) {
  const auto ranks_of = [](const std::vector<std::uint32_t>& members) {
    Ranks ranks;
    for (std::uint32_t rank = 0; rank < members.size(); ++rank) {
      ranks.emplace(members[rank], rank);
    }
    return ranks;
  };
  for (const Communicator& communicator : head.communicators) {
    members_.push_back(ranks_of(communicator.members));
    others_.push_back(ranks_of(communicator.others));
  }
}

OTF2_CommRef Otf2Communicators::of_type(std::uint32_t mid) const {
  return head_.channels.empty() ? kAllProcesses : ref_of(head_.channels[mid].communicator);
}

OTF2_CommRef Otf2Communicators::of_group(std::uint32_t communicator) {
  return ref_of(communicator);
}

std::uint32_t Otf2Communicators::tag_of(std::uint32_t mid) const {
  return head_.channels.empty() ? mid : static_cast<std::uint32_t>(head_.channels[mid].tag);
}

bool Otf2Communicators::has_two_groups(std::uint32_t mid) const {
  return !head_.channels.empty() && !others_[head_.channels[mid].communicator].empty();
}

std::uint32_t Otf2Communicators::rank_of(std::uint32_t mid, std::uint32_t process,
                                         std::uint32_t peer) const {
  return head_.channels.empty() ? mains_[peer]
                                : rank_in(head_.channels[mid].communicator, process, peer);
}

std::uint32_t Otf2Communicators::rank_in(std::uint32_t communicator, std::uint32_t process,
                                         std::uint32_t peer) const {
  const std::uint32_t main = mains_[peer];
  const Ranks& members = members_[communicator];
  const Ranks& others = others_[communicator];
  const Ranks& group = !others.empty() && members.contains(mains_[process]) ? others : members;
  const auto found = group.find(main);
  // In MPI_COMM_SELF, which has no list of members, each process has the rank 0.
  return found != group.end() ? found->second : 0;
}

namespace {

/// The definitions that all locations share.
class Definitions {
 public:
  Definitions(const TraceHead& head, OTF2_GlobalDefWriter* writer, Otf2Error& error)
      : head_(head), writer_(writer), error_(error) {}

  void write(Ticks length, const std::vector<std::uint64_t>& events) {
    error_.keep(OTF2_GlobalDefWriter_WriteClockProperties(
        writer_, static_cast<std::uint64_t>(head_.ticks_per_second()), 0,
        static_cast<std::uint64_t>(length), OTF2_UNDEFINED_TIMESTAMP));
    write_hosts();
    write_processes(events);
    write_regions();
    write_communicators();
  }

 private:
  OTF2_StringRef text(const std::string& text) {
    const auto [found, is_new] =
        texts_.try_emplace(text, static_cast<OTF2_StringRef>(texts_.size()));
    if (is_new) {
      error_.keep(OTF2_GlobalDefWriter_WriteString(writer_, found->second, text.c_str()));
    }
    return found->second;
  }
  void write_hosts() {
    const OTF2_StringRef machine = text("machine");
    const OTF2_StringRef node = text("node");
    error_.keep(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, 0, text(head_.machine), machine,
                                                         OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    for (std::uint32_t host = 0; host < head_.hosts.size(); ++host) {
      error_.keep(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, host + 1,
                                                           text(head_.hosts[host].name), node, 0));
    }
  }
  void write_processes(const std::vector<std::uint64_t>& events) {
    const auto names = head_.process_names();
    const auto mains = head_.main_processes();
    for (std::uint32_t p = 0; p < names.size(); ++p) {
      const OTF2_StringRef name = text(names[p]);
      if (mains[p] == p) {
        error_.keep(OTF2_GlobalDefWriter_WriteLocationGroup(
            writer_, p, name, OTF2_LOCATION_GROUP_TYPE_PROCESS, head_.processes[p].host + 1,
            OTF2_UNDEFINED_LOCATION_GROUP));
      }
      error_.keep(OTF2_GlobalDefWriter_WriteLocation(
          writer_, p, name, OTF2_LOCATION_TYPE_CPU_THREAD, events[p], mains[p]));
    }
  }
  void write_regions() {
    std::uint32_t number = 0;
    for (const Line& line : head_.lines) {
      if (line.section == 'F' && line.tag.starts_with("MPI_")) {
        write_function(number++, line);
      } else {
        write_region(number++, line.tag,
                     line.section == 'O' ? OTF2_REGION_ROLE_POINT2POINT : OTF2_REGION_ROLE_CODE,
                     {text(head_.blueprint), line.number});
      }
    }
    write_region(number++, "wait", OTF2_REGION_ROLE_POINT2POINT, {text(head_.blueprint), 0});
    write_region(number, "take", OTF2_REGION_ROLE_POINT2POINT, {text(head_.blueprint), 0});
  }
  /// The line of a call of MPI names the place in the source: "MPI_Send@life.cc:42".
  void write_function(OTF2_RegionRef number, const Line& line) {
    const auto at = line.tag.find('@');
    const std::string place = at == std::string::npos ? "" : line.tag.substr(at + 1);
    const std::string file = line.number == 0 ? "" : place.substr(0, place.rfind(':'));
    write_region(number, line.tag, otf2_role_of(function_in(line.tag)), {text(file), line.number},
                 OTF2_PARADIGM_MPI);
  }
  struct SourceLine {
    OTF2_StringRef file;
    std::uint32_t line;
  };
  void write_region(OTF2_RegionRef number, const std::string& name, OTF2_RegionRole role,
                    const SourceLine& place, OTF2_Paradigm paradigm = OTF2_PARADIGM_USER) {
    const OTF2_StringRef nothing = text("");
    const OTF2_StringRef tag = text(name);
    error_.keep(OTF2_GlobalDefWriter_WriteRegion(writer_, number, tag, tag, nothing, role, paradigm,
                                                 OTF2_REGION_FLAG_NONE, place.file, place.line,
                                                 place.line));
  }
  void write_communicators() {
    std::vector<std::uint32_t> all;
    const auto mains = head_.main_processes();
    for (std::uint32_t p = 0; p < mains.size(); ++p) {
      if (mains[p] == p) {
        places_.emplace(p, all.size());
        all.push_back(p);
      }
    }
    const std::vector<std::uint64_t> locations(all.begin(), all.end());
    error_.keep(OTF2_GlobalDefWriter_WriteGroup(
        writer_, next_group_++, text(""), OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
        OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(locations.size()), locations.data()));
    write_communicator(kAllProcesses, "processes", write_group(all));
    const OTF2_GroupRef self = next_group_;
    if (!head_.communicators.empty()) {
      error_.keep(OTF2_GlobalDefWriter_WriteGroup(writer_, next_group_++, text("self"),
                                                  OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI,
                                                  OTF2_GROUP_FLAG_NONE, 0, nullptr));
    }
    for (std::uint32_t c = 0; c < head_.communicators.size(); ++c) {
      const Communicator& of = head_.communicators[c];
      const std::string name = of.name.empty() ? "MPI_COMM_WORLD" : of.name;
      const OTF2_GroupRef members = of.members.empty() ? self : write_group(of.members);
      if (of.others.empty()) {
        write_communicator(ref_of(c), name, members);
      } else {
        error_.keep(OTF2_GlobalDefWriter_WriteInterComm(writer_, ref_of(c), text(name), members,
                                                        write_group(of.others), kAllProcesses,
                                                        OTF2_COMM_FLAG_NONE));
      }
    }
  }
  /// A group of processes. Its members are places in the list of all locations that are ranks.
  OTF2_GroupRef write_group(const std::vector<std::uint32_t>& processes) {
    std::vector<std::uint64_t> members;
    members.reserve(processes.size());
    for (const std::uint32_t process : processes) {
      if (const auto place = places_.find(process); place != places_.end()) {
        members.push_back(place->second);  // else a damaged trace names a thread
      }
    }
    error_.keep(OTF2_GlobalDefWriter_WriteGroup(
        writer_, next_group_, text(""), OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
        OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(members.size()), members.data()));
    return next_group_++;
  }
  void write_communicator(OTF2_CommRef number, const std::string& name, OTF2_GroupRef group) {
    error_.keep(OTF2_GlobalDefWriter_WriteComm(writer_, number, text(name), group,
                                               OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  }

  const TraceHead& head_;
  OTF2_GlobalDefWriter* writer_;
  Otf2Error& error_;
  std::map<std::string, OTF2_StringRef> texts_;
  std::map<std::uint32_t, std::uint64_t> places_;  // of main processes
  OTF2_GroupRef next_group_ = 0;
};

}  // namespace

void write_otf2_definitions(const TraceHead& head, Ticks length,
                            const std::vector<std::uint64_t>& events, OTF2_GlobalDefWriter* writer,
                            Otf2Error& error) {
  Definitions(head, writer, error).write(length, events);
}

}  // namespace dps::traces
