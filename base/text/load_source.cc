#include "base/text/load_source.h"

#include <utility>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/scanner.h"

namespace dps::text {

Result<SourceText> load_source(const std::string& path, std::string_view what,
                               std::size_t most_bytes) {
  auto text = read_text(path, most_bytes);
  if (!text) {
    return failure(ErrorCode::kInput, "cannot read " + std::string(what) + " '" +
                                          printable(input_name(path)) +
                                          "': " + text.error().message);
  }
  return SourceText{input_name(path), *std::move(text)};
}

}  // namespace dps::text
