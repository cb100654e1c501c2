/// Reads the sections of a Parasol machine file.
#pragma once

#include <cstdint>
#include <vector>

#include "predictor/machines/kinds/parasol/file/reading.h"

namespace dps::parasol {

struct ReadProcessor {
  Processor value;
  ProcessorPlaces places;
  text::Range id_field;  ///< empty: the file does not have it
  std::vector<Formula> formulas;
};
void read_processor(Reading& reading, text::Range head, ReadProcessor& processor);

/// The formulas of a section; `names` is the section without its blocks and processors.
struct ReadFormulas {
  BlockPlace block;
  std::vector<Formula> formulas;
};
void read_formulas(Reading& reading, FormulaSection section, text::Range head, ReadFormulas& read);

/// p[i] or map[i].
struct ReadEntry {
  std::uint64_t index = 0;
  std::uint64_t value = 0;
  text::Range index_place;
  text::Range place;
};

/// A link before the number of links and processors is known.
struct ReadLink {
  std::uint64_t id = 0;
  double latency = 0;
  double speed = 0;
  std::uint32_t first_end = 0;
  std::uint32_t end_count = 0;
  text::Range connect;
  LinkPlaces places;
};

/// A topology, or a virtual one, before its checks.
struct ReadTopology {
  bool is_virtual = false;
  std::uint64_t id = 0;
  std::optional<std::string> name;
  Timing setup;
  std::string routing;
  std::vector<std::uint64_t> dimensions;
  std::uint64_t processors = 0;
  std::uint64_t link_count = 0;
  std::vector<ReadEntry> entries;  ///< procid or mapping
  std::vector<ReadLink> links;
  std::vector<std::uint32_t> ends;
  TopologyPlaces places;
  text::Range head;
  // The names of the fields; empty: the file does not have them.
  text::Range id_field;
  text::Range name_field;
  text::Range setup_field;
  text::Range routing_field;
  text::Range processors_field;
  text::Range dimensions_field;
  text::Range links_field;
  text::Range entries_head;  ///< `begin procid` or `begin mapping`
  text::Range links_head;
  text::Range processors_value;
};
void read_topology(Reading& reading, text::Range head, ReadTopology& topology);
void read_virtual(Reading& reading, text::Range head, ReadTopology& topology);

}  // namespace dps::parasol
