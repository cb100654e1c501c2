#include "traces/export/formats.h"

#include <array>
#include <utility>

#include "traces/export/chrome.h"
#include "traces/export/csv.h"
#include "traces/export/folded.h"
#include "traces/export/gzip.h"
#include "traces/export/otf2.h"
#include "traces/export/paraver.h"
#include "traces/export/perfetto.h"
#include "traces/export/state_lines.h"
#include "traces/trace_file.h"

namespace dps::traces {
namespace {

#ifdef DPS_HAS_PROTOZERO
constexpr Format kPerfetto{".pftrace", "for ui.perfetto.dev", write_perfetto};
#else
constexpr Format kPerfetto{".pftrace", "for ui.perfetto.dev", nullptr, false,
                           "protozero (Debian: libprotozero-dev)"};
#endif

#ifdef DPS_HAS_OTF2
constexpr Format kOtf2{".otf2", "for Vampir and otf2-print", nullptr, false, {}, {}, write_otf2};
#else
constexpr Format kOtf2{".otf2", "for Vampir and otf2-print", nullptr, false,
                       "OTF2 (Debian: libotf2-trace-dev)"};
#endif

constexpr std::array<Companion, 2> kParaverNames{Companion{".pcf", write_paraver_names},
                                                 Companion{".row", write_paraver_rows}};

}  // namespace

std::span<const Format> formats() {
  static constexpr std::array<Format, 9> kFormats{
      Format{".dpstrace", "for dps", write_trace},
      Format{".json", "for ui.perfetto.dev and speedscope.app", write_chrome},
      Format{".json.gz", "the same, compressed", write_chrome, true},
      kPerfetto,
      kOtf2,
      Format{".prv", "for Paraver", write_paraver, false, {}, kParaverNames},
      Format{".trace", "as lines of states", write_state_lines},
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

std::string companion_path(const Format& format, std::string_view path,
                           const Companion& companion) {
  return std::string(path.substr(0, path.size() - format.suffix.size())) +
         std::string(companion.suffix);
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
