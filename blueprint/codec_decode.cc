#include <algorithm>
#include <cmath>

#include "base/encoding.h"
#include "blueprint/codec.h"

namespace dps::blueprint {
namespace {

/// Limits of docs/language.md; bytes that exceed them are rejected.
constexpr std::uint64_t kMaxProcesses = 1'000'000;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << 53) - 1;
constexpr std::size_t kMaxTag = 255;

std::uint32_t size_of(const auto& table) {
  return static_cast<std::uint32_t>(table.size());
}

/// Decodes tables in order and checks each entry against the previous tables. After the first error
/// all reads return 0 or empty values, so that the loops end. Tables whose size a few bytes
/// determine are allocated last, when everything has been checked.
class ProgramDecoder {
 public:
  explicit ProgramDecoder(std::span<const std::byte> bytes) : in_(bytes) {}

  Result<Program> decode() {
    if (const std::uint16_t version = in_.u16(); in_.ok() && version != kProgramVersion) {
      return failure(ErrorCode::kVersion, "program encoded as version " + std::to_string(version) +
                                              ", expected " + std::to_string(kProgramVersion));
    }
    definitions();
    if (!message_types()) {
      return failure(ErrorCode::kLimit, "program has more than " +
                                            std::to_string(kMaxMessageTypes) + " message types");
    }
    groups();
    readings();
    logical_hosts();
    const auto plan_runs = runs(size_of(program_.plans), true);
    const auto host_runs = runs(size_of(program_.logical_hosts), false);
    variables();
    if (!in_.complete()) {
      return failure(ErrorCode::kProtocol, "malformed program");
    }
    spread(plan_runs, program_.plan_of);
    spread(host_runs, program_.logical_host_of);
    program_.message_types.resize(total_types_);
    for (auto& [mid, type] : known_types_) {
      program_.message_types[mid] = std::move(type);
    }
    return std::move(program_);
  }

 private:
  /// Reads a position in a table of `size` entries.
  std::uint32_t position(std::size_t size) {
    const std::uint32_t value = in_.u32();
    require(value < size);
    return value;
  }

  template <typename Enum>
  Enum enumerator(Enum last) {
    const std::uint8_t value = in_.u8();
    require(value <= static_cast<std::uint8_t>(last));
    return static_cast<Enum>(value);
  }

  void require(bool condition) {
    if (!condition) {
      in_.fail();
    }
  }

  bool flag() {
    const std::uint8_t value = in_.u8();
    require(value <= 1);
    return value == 1;
  }

  double amount() {
    const double value = in_.f64();
    require(std::isfinite(value) && value >= 0);
    return value;
  }

  std::optional<double> optional_amount() {
    return flag() ? std::optional<double>(amount()) : std::nullopt;
  }

  std::string tag() {
    std::string text = in_.text();
    require(text.size() <= kMaxTag);
    return text;
  }

  Span span() {
    Span span;
    span.line = in_.u32();
    span.column = in_.u32();
    span.length = in_.u32();
    return span;
  }

  /// Reads a list of items of at least `item_bytes` each and appends them to `table` as one extent.
  template <typename T, typename Read>
  Extent list(std::vector<T>& table, std::size_t item_bytes, Read read) {
    const std::uint32_t count = in_.count(item_bytes);
    const Extent extent{size_of(table), count};
    for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
      table.push_back(read());
    }
    return extent;
  }

  Extent positions(std::vector<std::uint32_t>& table, std::size_t size) {
    return list(table, 4, [&] { return position(size); });
  }

  void definitions() {
    list(program_.definitions, 6, [this] {
      const char section = static_cast<char>(in_.u8());
      require(section != '\0' && std::string_view("ICOFUP").find(section) != std::string::npos);
      const std::uint8_t flags = in_.u8();
      require(flags <= 3);
      std::string name = tag();
      const Span place = (flags & 2) != 0 ? span() : Span{};
      require(((flags & 2) != 0) == (place != Span{}));
      return Definition{static_cast<Section>(section), std::move(name), place, (flags & 1) != 0};
    });
  }

  /// Reads the position of a definition of this section.
  std::uint32_t definition(Section section) {
    const std::uint32_t at = position(program_.definitions.size());
    require(in_.ok() && program_.definitions[at].section == section);
    return at;
  }

  /// Returns false if there are too many.
  bool message_types() {
    total_types_ = in_.u32();
    if (in_.ok() && total_types_ > kMaxMessageTypes) {
      return false;
    }
    list(known_types_, 9, [this] {
      const std::uint32_t mid = position(total_types_);
      require(known_types_.empty() || mid > known_types_.back().first);
      return std::pair(mid, message_type());
    });
    return true;
  }

  MessageType message_type() {
    MessageType type;
    type.mtag = tag();
    require(!type.mtag.empty());
    if (flag()) {
      type.awaited_at = span();
      type.sent_at = span();
      require(type.awaited_at != Span{} || type.sent_at != Span{});
    }
    return type;
  }

  void groups() {
    std::uint64_t processes = 0;
    list(program_.groups, 9, [&] {
      ProcessGroup group;
      group.definition = definition(Section::kProcess);
      group.first = ProcessId{static_cast<std::uint32_t>(processes)};
      group.count = in_.u32();
      group.server = flag();
      processes += group.count;
      require(group.count >= 1 && processes <= kMaxProcesses);
      return group;
    });
    require(!program_.groups.empty());
  }

  void readings() {
    list(program_.collections, 8, [this] { return collection(); });
    list(program_.computations, 26, [this] { return computation(); });
    list(program_.outputs, 39, [this] { return output(); });
    list(program_.functionalities, 20, [this] { return functionality(); });
    list(program_.units, 9, [this] { return unit(); });
    std::vector<std::uint32_t> needed = units_needed();
    list(program_.plans, 4, [&] { return plan(needed); });
  }

  Collection collection() {
    Collection made{};
    made.definition = definition(Section::kInput);
    made.pairs = list(program_.pairs, 12, [this] {
      const auto mid = MessageId{position(total_types_)};
      const std::uint64_t count = in_.u64();
      require(count >= 1 && count <= kMaxCount);
      return CountedTag{mid, count};
    });
    return made;
  }

  Computation computation() {
    Computation made{};
    made.definition = definition(Section::kComputation);
    made.kind = enumerator(ComputationKind::kExec);
    made.amount = amount();
    made.cost = optional_amount();
    made.words = list(program_.words, 4, [this] { return in_.text(); });
    const bool worded = made.kind == ComputationKind::kCall || made.kind == ComputationKind::kExec;
    require(worded == (made.words.count > 0));
    made.amount_samples = list(program_.computation_samples, 8, [this] { return amount(); });
    made.cost_samples = list(program_.computation_samples, 8, [this] { return amount(); });
    require(made.cost || made.cost_samples.count == 0);
    return made;
  }

  Output output() {
    Output made{};
    made.definition = definition(Section::kOutput);
    made.mid = MessageId{position(total_types_)};
    made.bytes = in_.u64();
    made.copies = in_.u64();
    const std::uint8_t flags = in_.u8();
    made.packed = (flags & 1) != 0;
    made.xdr = (flags & 2) != 0;
    made.others = (flags & 4) != 0;
    made.route = enumerator(MessageRoute::kDirect);
    made.delay = optional_amount();
    made.receivers = list(program_.receivers, 12, [this] { return receivers(); });
    require(flags <= 7 && made.bytes <= kMaxBytes && made.copies <= kMaxCount);
    made.bytes_samples = list(program_.output_samples, 8, [&] {
      const double bytes = amount();
      require(bytes <= static_cast<double>(made.bytes));
      return bytes;
    });
    made.delay_samples = list(program_.output_samples, 8, [this] { return amount(); });
    require(made.delay || made.delay_samples.count == 0);
    return made;
  }

  Receivers receivers() {
    Receivers made;
    made.first = ProcessId{in_.u32()};
    made.count = in_.u32();
    made.step = in_.u32();
    const std::uint64_t steps = made.is_ack() ? 0 : made.count - 1;
    require(made.step >= 1 &&
            (made.is_ack() || (made.count <= kMaxProcesses && made.step <= kMaxProcesses &&
                               index(made.first) + steps * made.step < program_.process_count())));
    return made;
  }

  Functionality functionality() {
    Functionality made{};
    made.definition = definition(Section::kFunctionality);
    made.collection = in_.u32();
    require(made.collection == kNone || made.collection < program_.collections.size());
    made.computations = positions(program_.computation_lists, program_.computations.size());
    made.outputs = positions(program_.output_lists, program_.outputs.size());
    made.nexts = list(program_.next_legs, 12, [this] {
      NextLeg leg{};
      leg.target = in_.u32();
      leg.firings = in_.u64();
      require(leg.target != kNone && leg.firings >= 1 && leg.firings <= kMaxCount);
      return leg;
    });
    require(made.nexts.count >= 1);
    if (in_.ok() && made.collection == kNone) {
      require(!sends_ack(made));
    }
    return made;
  }

  bool sends_ack(const Functionality& functionality) const {
    return std::ranges::any_of(program_.outputs_of(functionality), [this](std::uint32_t output) {
      return std::ranges::any_of(program_.receivers_of(program_.outputs[output]),
                                 [](const Receivers& element) { return element.is_ack(); });
    });
  }

  Unit unit() {
    Unit made{};
    made.definition = definition(Section::kUnit);
    made.early = flag();
    made.functionalities = positions(program_.functionality_lists, program_.functionalities.size());
    require(made.functionalities.count >= 1);
    return made;
  }

  /// By unit: the number of units that a plan must have to contain all its next units.
  std::vector<std::uint32_t> units_needed() {
    std::vector<std::uint32_t> needed;
    for (const Unit& made : program_.units) {
      std::uint32_t most = 1;
      if (!in_.ok()) {
        break;
      }
      for (const std::uint32_t at : program_.functionalities_of(made)) {
        for (const NextLeg& leg : program_.nexts_of(program_.functionalities[at])) {
          const bool names_unit = leg.target != kNextSame && leg.target != kNextComplete;
          most = names_unit ? std::max(most, leg.target + 1) : most;
        }
      }
      needed.push_back(most);
    }
    return needed;
  }

  Plan plan(const std::vector<std::uint32_t>& needed) {
    Plan made;
    made.units = positions(program_.unit_lists, program_.units.size());
    require(made.units.count >= 1);
    if (in_.ok()) {
      for (const std::uint32_t at : program_.units_of(made)) {
        require(needed[at] <= made.units.count);
      }
    }
    return made;
  }

  void logical_hosts() {
    list(program_.logical_hosts, 20, [this] {
      LogicalHost host;
      host.htag = tag();
      host.span = span();
      list(host.constraints, 26, [this] { return constraint(); });
      return host;
    });
  }

  Constraint constraint() {
    Constraint made{};
    made.variable = enumerator(HostVariable::kMemory);
    made.comparison = enumerator(Comparison::kGreaterEqual);
    made.text = in_.text();
    made.number = in_.u64();
    made.span = span();
    return made;
  }

  /// Reads runs of a table by process: a value, kNone or a position less than `size`, and the
  /// number of consecutive processes that have it.
  using Runs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  Runs runs(std::size_t size, bool always) {
    Runs found;
    std::uint64_t total = 0;
    list(found, 8, [&] {
      const std::uint32_t value = in_.u32();
      const std::uint32_t length = in_.u32();
      total += length;
      require((value == kNone || value < size) && length >= 1);
      return std::pair(value, length);
    });
    require(total == program_.process_count() || (!always && total == 0));
    return found;
  }

  static void spread(const Runs& runs, std::vector<std::uint32_t>& table) {
    for (const auto& [value, length] : runs) {
      table.insert(table.end(), length, value);
    }
  }

  void variables() {
    list(program_.variables, 12, [this] {
      Variable variable{in_.text(), 0};
      variable.value = in_.f64();
      require(std::isfinite(variable.value));
      return variable;
    });
  }

  Decoder in_;
  Program program_;
  std::uint32_t total_types_ = 0;
  std::vector<std::pair<std::uint32_t, MessageType>> known_types_;  ///< by ascending mid
};

}  // namespace

Result<Program> decode_program(std::span<const std::byte> bytes) {
  return ProgramDecoder(bytes).decode();
}

}  // namespace dps::blueprint
