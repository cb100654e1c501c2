/// The contents of a Parasol machine file, with the places of its values in the text.
/// Source: docs/parasol.md, "The file".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/source_map.h"
#include "predictor/machines/kinds/parasol/description/description.h"
#include "predictor/machines/kinds/parasol/file/expression/expression.h"
#include "predictor/machines/kinds/parasol/routing/router.h"

namespace dps::parasol {

/// A block of the text. `whole` is empty if the file does not have the block.
struct BlockPlace {
  text::Range whole;      ///< from `begin` to the name after `end`
  std::uint32_t end = 0;  ///< the position of `end`
};

/// The places of values; empty ranges are of values that the file does not have.
struct ProcessorPlaces {
  BlockPlace block;
  text::Range id;
  std::array<text::Range, operations::kOperationCount> timings;
  text::Range cache_size;
  text::Range cache_speed;
  text::Range small_loop_speedup;
  // The last block of each kind, to which left-out values are added.
  BlockPlace timings_block;
  BlockPlace cache_block;
  BlockPlace combinations_block;
};

struct LinkPlaces {
  text::Range whole;
  text::Range id;
  text::Range latency;
  text::Range speed;
};

/// The places of the parts of a topology, or of a virtual one.
struct TopologyPlaces {
  BlockPlace block;
  text::Range id;
  text::Range setup;
  text::Range routing;           ///< with its quotes
  text::Range dimensions;        ///< the values
  text::Range dimensions_field;  ///< from the name of the field to its last value
  text::Range links_count;
  BlockPlace list;                 ///< linklist or mapping
  std::vector<text::Range> types;  ///< by processor: of p[i], or of map[i]
  std::vector<LinkPlaces> links;   ///< by id
};

struct Formula {
  FormulaName name;
  ParasolExpression expression;
  std::string text;
};

struct FilePlaces {
  BlockPlace machine;
  std::vector<ProcessorPlaces> processors;  ///< parallel to those of the description
  std::vector<TopologyPlaces> topologies;
  std::vector<TopologyPlaces> virtuals;
  std::array<BlockPlace, kSectionCount> sections;  ///< blocks of formulas, but not `combinations`
};

/// Immutable once it has been read.
struct ParasolFile {
  Description description;
  std::vector<Formula> formulas;  ///< in the order of the file; each name once
  FilePlaces places;
  std::vector<Router> routers;  ///< by topology; empty if there are errors

  /// The formula of this name, or null.
  [[nodiscard]] const Formula* find(const FormulaName& name) const;
};

}  // namespace dps::parasol
