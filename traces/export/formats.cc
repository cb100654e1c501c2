#include "traces/export/formats.h"

#include <array>
#include <utility>

#include "traces/export/chrome.h"
#include "traces/export/csv.h"
#include "traces/export/folded.h"
#include "traces/export/gzip.h"
#include "traces/trace_file.h"

namespace dps::traces {

std::span<const Format> formats() {
  static constexpr std::array<Format, 5> kFormats{
      Format{".dpstrace", "for dps", write_trace},
      Format{".json", "for ui.perfetto.dev and speedscope.app", write_chrome},
      Format{".json.gz", "the same, compressed", write_chrome, true},
      Format{".csv", "for spreadsheets", write_csv},
      Format{".folded", "for flame graphs", write_folded}};
  return kFormats;
}

const Format* format_of(std::string_view path) {
  for (const Format& format : formats()) {
    if (path.ends_with(format.suffix) && path.size() > format.suffix.size()) {
      return &format;
    }
  }
  return nullptr;
}

Result<void> write_as(const Format& format, const Trace& trace, Drain drain) {
  if (!format.is_compressed) {
    Output output(std::move(drain));
    return format.write(trace, output);
  }
  Gzip gzip(std::move(drain));
  Output output([&](std::string_view text) { return gzip.write(text); });
  const auto done = format.write(trace, output);
  return done ? gzip.finish() : done;
}

}  // namespace dps::traces
