#include "profiles/traces/export/formats.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>

#include "profiles/traces/export/gzip.h"
#include "profiles/traces/export/otf2.h"
#include "profiles/traces/export/state_lines.h"
#include "profiles/traces/export/writers.h"
#include "profiles/traces/trace_file.h"

namespace dps::traces {
namespace {

constexpr TraceFormat with_links(TraceFormat format) {
  format.has_links = true;
  return format;
}

#ifdef DPS_HAS_PROTOZERO
/// The first packet: the numbers and the lengths of the first texts stand before them.
constexpr Beginning kPackets{"\n",
                             "\x12\x07process\n\x08\x08\x02\x12\x04unit\n\x11\x08\x03\x12\x0d"
                             "functionality"};
constexpr TraceFormat kPerfetto =
    with_links({".pftrace", "for ui.perfetto.dev", kPackets, write_perfetto});
#else
constexpr TraceFormat kPerfetto{
    ".pftrace", "for ui.perfetto.dev", {}, nullptr, false, "protozero (Debian: libprotozero-dev)"};
#endif

#ifdef DPS_HAS_OTF2
Result<void> write_otf2_archive(const Trace& trace, const ArchiveOrder& order) {
  return write_otf2(trace, order.folder, order.name, order.is_to_stop);
}

constexpr TraceFormat kOtf2{".otf2", "for Vampir and otf2-print", {}, nullptr, false, {},
                            {},      write_otf2_archive};
#else
constexpr TraceFormat kOtf2{".otf2", "for Vampir and otf2-print",       {}, nullptr,
                            false,   "OTF2 (Debian: libotf2-trace-dev)"};
#endif

constexpr std::array<Companion, 2> kParaverNames{
    Companion{".pcf",
              {"DEFAULT_OPTIONS\n\nLEVEL THREAD\nUNITS NANOSEC\nLOOK_BACK 100\n"},
              write_paraver_names},
    Companion{".row", {"LEVEL NODE SIZE ", "\nLEVEL TASK SIZE "}, write_paraver_rows}};

constexpr Beginning kChrome{"{\"displayTimeUnit\":\"ns\",\"otherData\":{\"dps\":"};
/// A gzip header with a comment and without a time. Source: RFC 1952, 2.3.
constexpr Beginning kCompressed{{"\x1f\x8b\x08\x10\0\0\0\0", 8}, Gzip::kComment};
constexpr Beginning kCsv{"time_s,host,process,event,tag,line,peer,mtag,number,timer,bytes,"};

Result<void> write_usual_lines(const Trace& trace, BufferedOutput& output) {
  return write_state_lines(trace, {}, output);
}

Result<void> write_lines_folder(const Trace& trace, const ArchiveOrder& order) {
  const std::string folder = order.folder + "/" + order.name;
  if (::mkdir(folder.c_str(), 0777) != 0) {
    return failure(ErrorCode::kSystem, folder + ": " + std::strerror(errno));
  }
  return write_state_files(trace, order.lines, folder, order.is_to_stop);
}

}  // namespace

std::span<const TraceFormat> formats() {
  static constexpr std::array<TraceFormat, 10> kFormats{
      TraceFormat{".dpstrace", "for dps", {kTraceMagic}, write_trace},
      with_links({".json", "for ui.perfetto.dev and speedscope.app", kChrome, write_chrome}),
      with_links({".json.gz", "the same, compressed", kCompressed, write_chrome, true}),
      kPerfetto,
      kOtf2,
      TraceFormat{".prv",
                  "for Paraver",
                  {"#Paraver (01/01/1970 at 00:00):"},
                  write_paraver,
                  false,
                  {},
                  kParaverNames},
      with_links({".trace",
                  "as lines of states",
                  {"$types\nState BUSY"},
                  write_usual_lines,
                  false,
                  {},
                  {},
                  nullptr,
                  write_state_lines}),
      with_links({"/", "as lines of states", {}, nullptr, false, {}, {}, write_lines_folder}),
      with_links({".csv", "for spreadsheets", kCsv, write_csv}),
      TraceFormat{".folded", "for flame graphs", {}, write_folded}};
  return kFormats;
}

const TraceFormat* format_of(std::string_view path) {
  for (const TraceFormat& format : formats()) {
    if (path.ends_with(format.suffix) && path.size() > format.suffix.size()) {
      return &format;
    }
  }
  return nullptr;
}

std::string companion_path(const TraceFormat& format, std::string_view path,
                           const Companion& companion) {
  return std::string(path.substr(0, path.size() - format.suffix.size())) +
         std::string(companion.suffix);
}

Result<void> write_as(const TraceFormat& format, const Trace& trace, Drain drain,
                      const StateLineOptions& options) {
  if (!format.is_compressed) {
    BufferedOutput output(std::move(drain));
    return format.write_lines != nullptr ? format.write_lines(trace, options, output)
                                         : format.write(trace, output);
  }
  Gzip gzip(std::move(drain));
  BufferedOutput output([&](std::string_view text) { return gzip.write(text); });
  const auto done = format.write(trace, output);
  return done ? gzip.finish() : done;
}

}  // namespace dps::traces
