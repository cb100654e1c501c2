#include "studio/children/lsp_frames.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include <fmt/format.h>

namespace dps::studio {
namespace {

constexpr std::string_view kLength = "Content-Length: ";
constexpr std::string_view kEndOfHeader = "\r\n\r\n";

}  // namespace

std::string lsp_frame(std::string_view content) {
  return fmt::format("{}{}{}{}", kLength, content.size(), kEndOfHeader, content);
}

bool LspFrames::add(std::string_view bytes,
                    const std::function<void(std::string_view)>& on_content) {
  bytes_ += bytes;
  std::string_view left = bytes_;
  bool is_right = true;
  for (auto end = left.find(kEndOfHeader); end != std::string_view::npos;
       end = left.find(kEndOfHeader)) {
    const std::string_view header = left.substr(0, end);
    std::size_t length = 0;
    const std::string_view digits = header.substr(std::min(kLength.size(), header.size()));
    is_right =
        header.starts_with(kLength) &&
        std::from_chars(digits.data(), digits.data() + digits.size(), length).ec == std::errc();
    const std::size_t begin = end + kEndOfHeader.size();
    if (!is_right || left.size() - begin < length) {
      break;
    }
    on_content(left.substr(begin, length));
    left.remove_prefix(begin + length);
  }
  bytes_.erase(0, bytes_.size() - left.size());
  return is_right;
}

}  // namespace dps::studio
