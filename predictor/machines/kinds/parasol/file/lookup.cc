#include "predictor/machines/kinds/parasol/file/lookup.h"

#include <fmt/format.h>

namespace dps::parasol {
namespace {

ParasolValue whole(std::uint64_t number) {
  return ParasolValue::of(static_cast<std::int64_t>(number));
}

tl::unexpected<std::string> unknown(const Reference& reference) {
  return tl::unexpected(text_of(reference) + " is unknown: the machine file does not have it");
}

std::string missing_processor(const ParasolFile& file, std::uint64_t id) {
  return find_by_id(file.description.processors, id) == nullptr
             ? fmt::format("there is no processor type {}", id)
             : "";
}

std::string missing_of(const TopologyDescription* topology, const Reference& reference) {
  if (topology == nullptr) {
    return fmt::format("there is no topology {}", reference.first);
  }
  switch (reference.kind) {
    case ReferenceKind::kType:
      return reference.second == 0 || reference.second > topology->processors
                 ? fmt::format("there is no processor {}: topology {} has {}", reference.second,
                               topology->id, topology->processors)
                 : "";
    case ReferenceKind::kLinkId:
    case ReferenceKind::kLinkLatency:
    case ReferenceKind::kLinkSpeed:
    case ReferenceKind::kConnect: {
      if (reference.second == 0 || reference.second > topology->links.size()) {
        return fmt::format("there is no link {}: topology {} has {}", reference.second,
                           topology->id, topology->links.size());
      }
      const Link& link = topology->links[reference.second - 1];
      return reference.kind == ReferenceKind::kConnect && reference.third > link.end_count
                 ? fmt::format("link {} joins {} processors", reference.second, link.end_count)
                 : "";
    }
    default:
      return "";
  }
}

std::string missing_of(const VirtualTopology* topology, const Reference& reference) {
  if (topology == nullptr) {
    return fmt::format("there is no virtual topology {}", reference.first);
  }
  return reference.kind == ReferenceKind::kMap &&
                 (reference.second == 0 || reference.second > topology->processors)
             ? fmt::format("there is no processor {}: virtual topology {} has {}", reference.second,
                           topology->id, topology->processors)
             : "";
}

tl::expected<ParasolValue, std::string> processor_value(const Processor& processor,
                                                        const Reference& reference) {
  const auto timing =
      [&](const std::optional<Timing>& value) -> tl::expected<ParasolValue, std::string> {
    return value ? tl::expected<ParasolValue, std::string>(ParasolValue::of(value->mean))
                 : unknown(reference);
  };
  switch (reference.kind) {
    case ReferenceKind::kTiming:
      return timing(processor.timings[reference.name]);
    case ReferenceKind::kCacheSize:
      return whole(processor.cache_size);
    case ReferenceKind::kCacheSpeed:
      return timing(processor.cache_speed);
    case ReferenceKind::kSmallLoopSpeedup:
      return ParasolValue::of(processor.small_loop_speedup.mean);
    default:
      return whole(processor.id);
  }
}

ParasolValue topology_value(const TopologyDescription& topology, const Reference& reference) {
  const auto link = [&]() -> const Link& { return topology.links[reference.second - 1]; };
  switch (reference.kind) {
    case ReferenceKind::kTopologySetup:
      return ParasolValue::of(topology.setup.mean);
    case ReferenceKind::kTopologyProcessors:
      return whole(topology.processors);
    case ReferenceKind::kTopologyLinks:
      return whole(topology.links.size());
    case ReferenceKind::kType:
      return whole(topology.types[reference.second - 1]);
    case ReferenceKind::kLinkId:
      return whole(reference.second);
    case ReferenceKind::kLinkLatency:
      return ParasolValue::of(link().latency);
    case ReferenceKind::kLinkSpeed:
      return ParasolValue::of(link().speed);
    case ReferenceKind::kConnect:
      return whole(reference.third == 0 ? link().end_count
                                        : topology.ends_of(link())[reference.third - 1]);
    default:
      return whole(topology.id);
  }
}

ParasolValue virtual_value(const VirtualTopology& topology, const Reference& reference) {
  switch (reference.kind) {
    case ReferenceKind::kVirtualSetup:
      return ParasolValue::of(topology.setup.mean);
    case ReferenceKind::kVirtualProcessors:
      return whole(topology.processors);
    case ReferenceKind::kMap:
      return whole(topology.map[reference.second - 1]);
    default:
      return whole(topology.id);
  }
}

/// The kind of thing that a reference names first.
enum class Subject : std::uint8_t { kMachine, kProcessor, kTopology, kVirtual };

Subject subject_of(const Reference& reference) {
  if (reference.kind == ReferenceKind::kFormula) {
    return reference.section == FormulaSection::kCombinations ? Subject::kProcessor
                                                              : Subject::kMachine;
  }
  return reference.kind >= ReferenceKind::kVirtualId     ? Subject::kVirtual
         : reference.kind >= ReferenceKind::kTopologyId  ? Subject::kTopology
         : reference.kind >= ReferenceKind::kProcessorId ? Subject::kProcessor
                                                         : Subject::kMachine;
}

}  // namespace

std::string missing_part(const ParasolFile& file, const Reference& reference) {
  switch (subject_of(reference)) {
    case Subject::kProcessor:
      return missing_processor(file, reference.first);
    case Subject::kTopology:
      return missing_of(find_by_id(file.description.topologies, reference.first), reference);
    case Subject::kVirtual:
      return missing_of(find_by_id(file.description.virtuals, reference.first), reference);
    default:
      return "";
  }
}

tl::expected<ParasolValue, std::string> value_of(const ParasolFile& file,
                                                 const Reference& reference) {
  const Description& machine = file.description;
  switch (subject_of(reference)) {
    case Subject::kProcessor:
      return processor_value(*find_by_id(machine.processors, reference.first), reference);
    case Subject::kTopology:
      return topology_value(*find_by_id(machine.topologies, reference.first), reference);
    case Subject::kVirtual:
      return virtual_value(*find_by_id(machine.virtuals, reference.first), reference);
    default:
      return whole(reference.kind == ReferenceKind::kMachineId ? machine.id
                   : reference.kind == ReferenceKind::kMachineProcessors
                       ? machine.processors.size()
                       : machine.topologies.size() + machine.virtuals.size());
  }
}

}  // namespace dps::parasol
