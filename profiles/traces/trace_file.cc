#include "profiles/traces/trace_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "profiles/traces/head_encoding.h"
#include "profiles/traces/record.h"
#include "profiles/traces/temporary_file.h"

namespace dps::traces {
namespace {

constexpr std::size_t kPreludeBytes = 16;  // magic, version, length of the head

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The named file while it is opened.
class TraceFile {
 public:
  explicit TraceFile(std::string path) : path_(std::move(path)) {}

  Result<Trace> open();

 private:
  Result<void> open_descriptor();
  Result<void> check_prelude();
  Result<TraceHead> read_head();
  Result<void> check_size(const TraceHead& head) const;

  /// Reads at most `most` bytes at an offset.
  Result<ByteString> read(std::uint64_t offset, std::size_t most) const;
  [[nodiscard]] tl::unexpected<Error> wrong(ErrorCode code, const std::string& what) const {
    return failure(code, fmt::format("'{}' {}", printable(input_name(path_)), what));
  }

  std::string path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
  std::uint32_t version_ = kTraceVersion;
  std::uint32_t head_size_ = 0;
};

Result<void> TraceFile::open_descriptor() {
  if (path_ == kStandardStream) {
    auto copy = copy_to_temporary(STDIN_FILENO);
    if (!copy) {
      return with_context(copy.error(), "cannot read the trace from standard input");
    }
    file_ = std::move(*copy);
  } else {
    file_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  }
  struct stat status {};
  if (!file_.is_open() || ::fstat(file_.get(), &status) != 0) {
    return failure(ErrorCode::kInput, fmt::format("cannot read the trace '{}': {}",
                                                  printable(path_), std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    return wrong(ErrorCode::kInput,
                 "is not a regular file; 'dps trace -' reads a trace from a pipe");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  return {};
}

Result<ByteString> TraceFile::read(std::uint64_t offset, std::size_t most) const {
  ByteString bytes(most);
  std::size_t got = 0;
  while (got < most) {
    const ssize_t count =
        ::pread(file_.get(), bytes.data() + got, most - got, static_cast<off_t>(offset + got));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return wrong(ErrorCode::kSystem, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    if (count == 0) {
      break;
    }
    got += static_cast<std::size_t>(count);
  }
  bytes.resize(got);
  return bytes;
}

Result<void> TraceFile::check_prelude() {
  const auto bytes = read(0, kPreludeBytes);
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  if (!is_trace(text_of(*bytes))) {
    return wrong(ErrorCode::kInput, bytes->empty() ? "is empty, so it is not a trace (.dpstrace)"
                                                   : "is not a trace (.dpstrace)");
  }
  const std::span<const std::byte> rest = *bytes;
  Decoder in(rest.subspan(kTraceMagic.size()));
  version_ = in.u32();
  head_size_ = in.u32();
  if (!in.ok()) {
    return wrong(ErrorCode::kProtocol, fmt::format("is truncated: it has only {} bytes", size_));
  }
  if (version_ < kOldestTraceVersion || version_ > kTraceVersion) {
    return wrong(ErrorCode::kVersion,
                 fmt::format("is a trace of version {}; this dps reads versions {} to {}", version_,
                             kOldestTraceVersion, kTraceVersion));
  }
  return {};
}

Result<TraceHead> TraceFile::read_head() {
  if (size_ - kPreludeBytes < head_size_) {
    return wrong(ErrorCode::kProtocol,
                 fmt::format("is truncated: it has {} bytes, and its head alone ends at byte {}",
                             size_, kPreludeBytes + head_size_));
  }
  const auto bytes = read(kPreludeBytes, head_size_);
  if (!bytes) {
    return tl::unexpected(bytes.error());
  }
  auto head = decode_head(*bytes, version_);
  if (!head) {
    return wrong(ErrorCode::kProtocol, "is damaged in its head: " + head.error().message);
  }
  return head;
}

Result<void> TraceFile::check_size(const TraceHead& head) const {
  std::uint64_t end = kPreludeBytes + head_size_;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    const std::uint64_t events = head.processes[p].events;
    if (events > (size_ - end) / kRecordBytes) {
      return wrong(ErrorCode::kProtocol,
                   fmt::format("is truncated: it has {} bytes and ends in the events of '{}', "
                               "which has {}, from byte {}",
                               size_, printable(head.process_name(p)), events, end));
    }
    end += events * kRecordBytes;
  }
  return end == size_ ? Result<void>()
                      : wrong(ErrorCode::kProtocol,
                              fmt::format("has {} bytes after its last event, at byte {}",
                                          size_ - end, end));
}

Result<Trace> TraceFile::open() {
  auto ready = open_descriptor();
  if (ready) {
    ready = check_prelude();
  }
  if (!ready) {
    return tl::unexpected(ready.error());
  }
  auto head = read_head();
  if (!head) {
    return tl::unexpected(head.error());
  }
  if (const auto fits = check_size(*head); !fits) {
    return tl::unexpected(fits.error());
  }
  std::vector<std::vector<RecordExtent>> extents;
  extents.reserve(head->processes.size());
  std::uint64_t offset = kPreludeBytes + head_size_;
  for (const TracedProcess& process : head->processes) {
    extents.push_back({{offset, process.events}});
    offset += process.events * kRecordBytes;
  }
  return Trace(std::move(*head), std::move(file_), std::move(extents), input_name(path_));
}

}  // namespace

bool is_trace(std::string_view beginning) {
  return beginning.starts_with(kTraceMagic);
}

Result<void> write_trace(const Trace& trace, BufferedOutput& output) {
  const ByteString head = encode_head(trace.head());
  Encoder prelude;
  prelude.u32(version_of(trace.head()));
  prelude.u32(static_cast<std::uint32_t>(head.size()));
  output.append(kTraceMagic);
  output.append(text_of(prelude.buffer()));
  output.append(text_of(head));
  for (std::uint32_t p = 0; p < trace.head().processes.size() && output.is_ok(); ++p) {
    auto written = trace.read_records(p, [&](std::span<const std::byte> records) {
      output.append(text_of(records));
      return Result<void>();
    });
    if (!written) {
      return written;
    }
  }
  return output.finish();
}

Result<Trace> open_trace(const std::string& path) {
  return TraceFile(path).open();
}

}  // namespace dps::traces
