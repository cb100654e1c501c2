#include "base/text/load_source.h"

#include <utility>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/scanner.h"

namespace dps::text {

Result<SourceText> load_source(const std::string& path, std::string_view what) {
  auto bytes = read_file(path, kMaxFileBytes);
  if (!bytes) {
    return failure(ErrorCode::kInput, "cannot read " + std::string(what) + " '" +
                                          printable(input_name(path)) +
                                          "': " + bytes.error().message);
  }
  return SourceText{input_name(path), *std::move(bytes)};
}

}  // namespace dps::text
