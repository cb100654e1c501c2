/// Changes of a text: other values at places, and new statements at the end of blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

class Edits {
 public:
  explicit Edits(std::string_view text) : text_(text) {}

  /// Replaces the text at a place. Places must not overlap.
  void replace(text::Range place, std::string value) {
    edits_.push_back({place, std::move(value)});
  }
  /// Adds a statement at the end of a block.
  void add(const BlockPlace& block, const std::string& statement);
  /// Adds a statement at the end of a block; if the text lacks the block, it is added to its
  /// parent.
  void add(const BlockPlace& block, std::string_view name, const BlockPlace& parent,
           const std::string& statement);

  [[nodiscard]] bool empty() const { return edits_.empty() && missing_.empty(); }
  /// The text after all edits.
  [[nodiscard]] std::string apply();

 private:
  struct Edit {
    text::Range place;
    std::string text;
  };
  /// A block that the text lacks, with its statements.
  struct Missing {
    std::string name;
    BlockPlace parent;
    std::string statements;
  };

  std::string_view text_;  // borrowed
  std::vector<Edit> edits_;
  std::vector<Missing> missing_;
};

}  // namespace dps::parasol
