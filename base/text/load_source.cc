#include "base/text/load_source.h"

#include <utility>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/scanner.h"

namespace dps::text {

Result<SourceText> load_source(const std::string& path, std::string_view what,
                               std::size_t most_bytes) {
  auto bytes = read_file(path, most_bytes);
  if (!bytes) {
    return failure(ErrorCode::kInput, "cannot read " + std::string(what) + " '" +
                                          printable(input_name(path)) +
                                          "': " + bytes.error().message);
  }
  return SourceText{input_name(path), *std::move(bytes)};
}

}  // namespace dps::text
