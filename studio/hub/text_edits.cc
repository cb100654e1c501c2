#include "studio/hub/text_edits.h"

#include <cstddef>

namespace dps::studio {
namespace {

/// Finds bytes of a UTF-8 text by numbers of UTF-16 code units that rise.
class Positions {
 public:
  explicit Positions(std::string_view text) : text_(text) {}

  /// Returns nullopt for a position after the end, within a character, or before the previous one.
  std::optional<std::size_t> byte_of(std::uint64_t unit) {
    while (units_ < unit && byte_ < text_.size()) {
      const auto lead = static_cast<unsigned char>(text_[byte_]);
      const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      units_ += bytes == 4 ? 2 : 1;
      byte_ += bytes;
    }
    return units_ == unit && byte_ <= text_.size() ? std::optional(byte_) : std::nullopt;
  }

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::uint64_t units_ = 0;
};

}  // namespace

std::optional<std::string> edited_text(std::string_view text, std::span<const TextEdit> edits,
                                       std::size_t most) {
  Positions positions(text);
  std::string out;
  std::size_t done = 0;
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    const auto from = positions.byte_of(edit->from);
    const auto to = from ? positions.byte_of(edit->to) : std::nullopt;
    if (!to) {
      return std::nullopt;
    }
    out.append(text, done, *from - done).append(edit->insert);
    done = *to;
  }
  out.append(text, done);
  return out.size() <= most ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace dps::studio
