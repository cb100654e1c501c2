#include "profiles/traces/export/gzip.h"

#include <algorithm>
#include <limits>
#include <utility>

#define ZLIB_CONST  // deflate() does not write its input
#include <zlib.h>

#include "base/check.h"

namespace dps::traces {

struct Gzip::Stream {
  z_stream z{};
  gz_header header{};
  std::string comment{kComment};
};

Gzip::Gzip(Drain drain)
    : stream_(std::make_unique<Stream>()), drain_(std::move(drain)), piece_(1 << 16, '\0') {
  constexpr int kLevel = 3;       // some three times as fast as the usual 6, for a tenth more bytes
  constexpr int kGzip = 15 + 16;  // the largest window; a gzip header
  constexpr int kUsualMemory = 8;
  DPS_CHECK(deflateInit2(&stream_->z, kLevel, Z_DEFLATED, kGzip, kUsualMemory,
                         Z_DEFAULT_STRATEGY) == Z_OK);
  constexpr int kUnix = 3;
  stream_->header.os = kUnix;
  stream_->header.comment = reinterpret_cast<Bytef*>(stream_->comment.data());
  DPS_CHECK(deflateSetHeader(&stream_->z, &stream_->header) == Z_OK);
}

Gzip::~Gzip() {
  deflateEnd(&stream_->z);
}

Result<void> Gzip::write(std::string_view text) {
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
  Result<void> done;
  while (done && !text.empty()) {
    const std::string_view part = text.substr(0, kMost);
    done = compress(part, false);
    text.remove_prefix(part.size());
  }
  return done;
}

Result<void> Gzip::finish() {
  return compress("", true);
}

Result<void> Gzip::compress(std::string_view text, bool is_last) {
  z_stream& z = stream_->z;
  z.next_in = reinterpret_cast<const Bytef*>(text.data());
  z.avail_in = static_cast<uInt>(text.size());
  do {
    z.next_out = reinterpret_cast<Bytef*>(piece_.data());
    z.avail_out = static_cast<uInt>(piece_.size());
    DPS_CHECK(deflate(&z, is_last ? Z_FINISH : Z_NO_FLUSH) != Z_STREAM_ERROR);
    const std::string_view made(piece_.data(), piece_.size() - z.avail_out);
    if (auto done = made.empty() ? Result<void>() : drain_(made); !done) {
      return done;
    }
  } while (z.avail_out == 0);
  return {};
}

}  // namespace dps::traces
