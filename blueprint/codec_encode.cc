#include <algorithm>

#include "base/encoding.h"
#include "blueprint/codec.h"

namespace dps::blueprint {
namespace {

std::uint32_t size_of(const auto& table) {
  return static_cast<std::uint32_t>(table.size());
}

/// Encodes the tables of a program in order.
class ProgramEncoder {
 public:
  explicit ProgramEncoder(const Program& program) : program_(program) {}

  std::vector<std::byte> encode() {
    out_.u16(kProgramVersion);
    definitions();
    message_types();
    groups();
    list(program_.collections, [this](const Collection& c) { collection(c); });
    list(program_.computations, [this](const Computation& c) { computation(c); });
    list(program_.outputs, [this](const Output& o) { output(o); });
    list(program_.functionalities, [this](const Functionality& f) { functionality(f); });
    list(program_.units, [this](const Unit& u) { unit(u); });
    list(program_.plans, [this](const Plan& p) { positions(program_.units_of(p)); });
    list(program_.logical_hosts, [this](const LogicalHost& h) { logical_host(h); });
    runs(program_.plan_of);
    runs(program_.logical_host_of);
    list(program_.variables, [this](const Variable& v) {
      out_.text(v.name);
      out_.f64(v.value);
    });
    return out_.take();
  }

 private:
  template <typename Items, typename Write>
  void list(const Items& items, Write write) {
    out_.u32(size_of(items));
    for (const auto& item : items) {
      write(item);
    }
  }

  void positions(std::span<const std::uint32_t> items) {
    list(items, [this](std::uint32_t item) { out_.u32(item); });
  }

  void samples(const std::vector<double>& table, Extent extent) {
    list(std::span<const double>(table).subspan(extent.first, extent.count),
         [this](double sample) { out_.f64(sample); });
  }

  void span(const Span& span) {
    out_.u32(span.line);
    out_.u32(span.column);
    out_.u32(span.length);
  }

  void optional(const std::optional<double>& value) {
    out_.u8(value ? 1 : 0);
    if (value) {
      out_.f64(*value);
    }
  }

  /// Bit 0: mentioned; bit 1: a position follows. Slices have no positions.
  void definitions() {
    list(program_.definitions, [this](const Definition& definition) {
      const bool placed = definition.tag_span != Span{};
      out_.u8(static_cast<std::uint8_t>(definition.section));
      out_.u8(static_cast<std::uint8_t>((definition.mentioned ? 1 : 0) | (placed ? 2 : 0)));
      out_.text(definition.tag);
      if (placed) {
        span(definition.tag_span);
      }
    });
  }

  /// Writes the number of types, then only those with a name.
  void message_types() {
    const auto& types = program_.message_types;
    out_.u32(size_of(types));
    out_.u32(static_cast<std::uint32_t>(std::count_if(
        types.begin(), types.end(), [](const MessageType& type) { return !type.mtag.empty(); })));
    for (std::uint32_t mid = 0; mid < types.size(); ++mid) {
      if (!types[mid].mtag.empty()) {
        message_type(mid, types[mid]);
      }
    }
  }

  void message_type(std::uint32_t mid, const MessageType& type) {
    const bool placed = type.awaited_at != Span{} || type.sent_at != Span{};
    out_.u32(mid);
    out_.text(type.mtag);
    out_.u8(placed ? 1 : 0);
    if (placed) {
      span(type.awaited_at);
      span(type.sent_at);
    }
  }

  /// The first process is not written; it follows from the sizes of the previous groups.
  void groups() {
    list(program_.groups, [this](const ProcessGroup& group) {
      out_.u32(group.definition);
      out_.u32(group.count);
      out_.u8(group.server ? 1 : 0);
    });
  }

  void collection(const Collection& collection) {
    out_.u32(collection.definition);
    list(program_.pairs_of(collection), [this](const CountedTag& pair) {
      out_.u32(index(pair.mid));
      out_.u64(pair.count);
    });
  }

  void computation(const Computation& computation) {
    out_.u32(computation.definition);
    out_.u8(static_cast<std::uint8_t>(computation.kind));
    out_.f64(computation.amount);
    optional(computation.cost);
    list(program_.words_of(computation), [this](const std::string& word) { out_.text(word); });
    samples(program_.computation_samples, computation.amount_samples);
    samples(program_.computation_samples, computation.cost_samples);
  }

  void output(const Output& output) {
    out_.u32(output.definition);
    out_.u32(index(output.mid));
    out_.u64(output.bytes);
    out_.u64(output.copies);
    out_.u8(static_cast<std::uint8_t>((output.packed ? 1 : 0) | (output.xdr ? 2 : 0) |
                                      (output.others ? 4 : 0)));
    out_.u8(static_cast<std::uint8_t>(output.route));
    optional(output.delay);
    list(program_.receivers_of(output), [this](const Receivers& receivers) {
      out_.u32(index(receivers.first));
      out_.u32(receivers.count);
      out_.u32(receivers.step);
    });
    samples(program_.output_samples, output.bytes_samples);
    samples(program_.output_samples, output.delay_samples);
  }

  void functionality(const Functionality& functionality) {
    out_.u32(functionality.definition);
    out_.u32(functionality.collection);
    positions(program_.computations_of(functionality));
    positions(program_.outputs_of(functionality));
    list(program_.nexts_of(functionality), [this](const NextLeg& leg) {
      out_.u32(leg.target);
      out_.u64(leg.firings);
    });
  }

  void unit(const Unit& unit) {
    out_.u32(unit.definition);
    out_.u8(unit.early ? 1 : 0);
    positions(program_.functionalities_of(unit));
  }

  void logical_host(const LogicalHost& host) {
    out_.text(host.htag);
    span(host.span);
    list(host.constraints, [this](const Constraint& constraint) {
      out_.u8(static_cast<std::uint8_t>(constraint.variable));
      out_.u8(static_cast<std::uint8_t>(constraint.comparison));
      out_.text(constraint.text);
      out_.u64(constraint.number);
      span(constraint.span);
    });
  }

  /// Writes a table by process as runs of equal entries: three for a slice, one for a thousand
  /// clones.
  void runs(const std::vector<std::uint32_t>& table) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // value, length
    for (const std::uint32_t value : table) {
      if (found.empty() || found.back().first != value) {
        found.emplace_back(value, 0);
      }
      ++found.back().second;
    }
    list(found, [this](const auto& run) {
      out_.u32(run.first);
      out_.u32(run.second);
    });
  }

  const Program& program_;
  Encoder out_;
};

}  // namespace

std::vector<std::byte> encode_program(const Program& program) {
  return ProgramEncoder(program).encode();
}

}  // namespace dps::blueprint
