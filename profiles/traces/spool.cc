#include "profiles/traces/spool.h"

#include <algorithm>

#include "profiles/traces/temporary_file.h"

namespace dps::traces {
namespace {

/// A batch that stays in the caches, unless many processes share it: then each has a piece of the
/// file that is worth reading at once.
std::size_t batch_for(std::size_t processes, std::size_t most) {
  constexpr std::size_t kCached = std::size_t{1} << 14;
  constexpr std::size_t kPieces = 256;  // records of a process
  return std::min(most, std::max(kCached, kPieces * processes));
}

}  // namespace

Result<Spool> Spool::make(TraceHead head, std::size_t batch) {
  auto file = make_temporary_file();
  if (!file) {
    return tl::unexpected(file.error());
  }
  head.limits = head.limits.shared_by(head.processes.size());
  return Spool(std::move(head), std::move(*file), batch);
}

Spool::Spool(TraceHead head, Descriptor file, std::size_t batch)
    : head_(std::move(head)),
      to_(std::min(head_.limits.to, kMostTicks)),
      file_(std::move(file)),
      batch_size_(batch_for(head_.processes.size(), batch)),
      counts_(head_.processes.size()),
      extents_(head_.processes.size()) {
  batch_.reserve(batch_size_);
}

/// Writes the batch, sorted by process; the records of a process keep their order.
void Spool::write_batch() {
  if (error_) {
    batch_.clear();
    return;
  }
  for (const Item& item : batch_) {
    ++counts_[item.process];
  }
  std::vector<std::uint32_t> next(counts_.size());
  std::uint32_t first = 0;
  for (std::uint32_t p = 0; p < counts_.size(); ++p) {
    next[p] = first;
    if (counts_[p] != 0) {
      extents_[p].push_back({size_ + first * kRecordBytes, counts_[p]});
    }
    first += counts_[p];
  }
  sorted_.resize(batch_.size() * kRecordBytes);
  for (const Item& item : batch_) {
    store({&item.record, 1},
          std::span(sorted_).subspan(next[item.process]++ * kRecordBytes, kRecordBytes));
  }
  if (const auto done = write_at(file_.get(), size_, sorted_); !done) {
    error_ = done.error();
  }
  size_ += sorted_.size();
  batch_.clear();
  for (std::uint32_t p = 0; p < counts_.size(); ++p) {
    if (counts_[p] != 0) {
      drop_old(p);
    }
  }
  std::fill(counts_.begin(), counts_.end(), 0);
  compact();
}

/// Drops the oldest records of a process that has more than its limit.
void Spool::drop_old(std::uint32_t process) {
  TracedProcess& traced = head_.processes[process];
  std::vector<RecordExtent>& extents = extents_[process];
  std::size_t dropped = 0;
  while (traced.events > head_.limits.events) {
    RecordExtent& oldest = extents[dropped];
    const std::uint64_t count = std::min(oldest.count, traced.events - head_.limits.events);
    oldest.offset += count * kRecordBytes;
    oldest.count -= count;
    traced.events -= count;
    traced.left_out_before += count;
    obsolete_ += count * kRecordBytes;
    dropped += oldest.count == 0 ? 1 : 0;
  }
  extents.erase(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(dropped));
}

/// Replaces the file by one without obsolete records, if these are most of it.
void Spool::compact() {
  constexpr std::uint64_t kWorthwhile = std::uint64_t{64} << 20;
  if (error_ || obsolete_ < kWorthwhile || obsolete_ < size_ / 2) {
    return;
  }
  auto copy = copy_live();
  if (!copy) {
    error_ = copy.error();
    return;
  }
  file_ = std::move(*copy);
  obsolete_ = 0;
}

/// Copies the records that are not obsolete; each process then has one extent.
Result<Descriptor> Spool::copy_live() {
  auto file = make_temporary_file();
  if (!file) {
    return file;
  }
  const Trace now(TraceHead{}, Descriptor(file_.release()), std::move(extents_),
                  "the temporary file");
  extents_.assign(head_.processes.size(), {});
  size_ = 0;
  for (std::uint32_t p = 0; p < extents_.size(); ++p) {
    const std::uint64_t begin = size_;
    const auto copied = now.read_records(p, [&](std::span<const std::byte> records) {
      auto written = write_at(file->get(), size_, records);
      size_ += records.size();
      return written;
    });
    if (!copied) {
      return tl::unexpected(copied.error());
    }
    if (size_ != begin) {
      extents_[p].push_back({begin, (size_ - begin) / kRecordBytes});
    }
  }
  return file;
}

Result<Trace> Spool::finish(std::string reason) {
  write_batch();
  if (error_) {
    return tl::unexpected(*error_);
  }
  head_.complete = reason.empty();
  head_.reason = std::move(reason);
  Trace trace(std::move(head_), std::move(file_), std::move(extents_), "the temporary file");
  if (links_) {
    trace.set_links(links_->take());
  }
  return trace;
}

}  // namespace dps::traces
