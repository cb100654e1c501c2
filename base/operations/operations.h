/// The 150 operations of a processor that Parasol times: their names, groups and meanings.
/// Source: the Parasol paper, tables 2.2 and B.1; docs/parasol.md, "Operations".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace dps::operations {

inline constexpr std::size_t kOperationCount = 150;

struct ParasolOperation {
  std::string_view name;     ///< "dlm"
  std::string_view meaning;  ///< "double local multiplication"
  std::uint32_t groups = 0;  ///< the bits of its groups
};

/// All operations in the order of their names. An operation is identified by its place here.
std::span<const ParasolOperation, kOperationCount> all_operations();

/// The operation of this name. A misprint of the paper is replaced by the intended operation:
/// "dln" is dlm, and "sqrti" is sqrtr.
std::optional<std::size_t> find_operation(std::string_view name);

/// The name for which table B.1 prints this one by mistake ("anintd" for "aintnd"), which a file
/// must not contain; "" for other names.
std::string_view meant_operation(std::string_view misprint);

/// A group of operations.
struct ParasolOperationGroup {
  std::string_view name;  ///< "all", "flow"
  std::uint32_t bit = 0;
};
std::span<const ParasolOperationGroup> operation_groups();

/// The bit of a group; 0 if there is no group of this name.
std::uint32_t find_group(std::string_view name);

}  // namespace dps::operations
