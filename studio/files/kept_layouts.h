/// The layouts of pages, one for each file, in the state folder of the user.
#pragma once

#include <string>

#include "base/result.h"

namespace dps::studio {

inline constexpr std::size_t kMostLayoutBytes = 64'000;
inline constexpr std::size_t kMostLayouts = 1000;

class KeptLayouts {
 public:
  /// `folder` is made when the first layout is stored; if it is "", none are stored.
  explicit KeptLayouts(std::string folder) : folder_(std::move(folder)) {}

  /// dps/studio in $XDG_STATE_HOME, or in ~/.local/state; "" without a home.
  static std::string folder_of_user();

  /// The layout of the file with this path, a JSON object; "{}" if none is kept, or none that can
  /// be read.
  [[nodiscard]] std::string read(const std::string& path) const;
  /// Replaces the layout as a whole or not at all. If there are too many layouts, removes those
  /// that have been unchanged longest. Errors (kInput): too many bytes; (kSystem): those of the
  /// folder and of replace_file().
  Result<void> keep(const std::string& path, const std::string& layout) const;

 private:
  [[nodiscard]] std::string file_of(const std::string& path) const;
  void forget_oldest() const;

  std::string folder_;
};

}  // namespace dps::studio
