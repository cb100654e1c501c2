#include "profiles/traces/run_spool.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "profiles/traces/temporary_file.h"

namespace dps::traces {
namespace {

constexpr std::uint64_t kPieceRecords = 4096;

Ticks time_of(const Record& record) {
  return static_cast<Ticks>(record.words[0]);
}

bool is_earlier(const Record& a, const Record& b) {
  return time_of(a) < time_of(b);
}

/// Reads the records of an extent, a piece at a time.
class PieceReader {
 public:
  PieceReader(const Trace& file, const RecordExtent& extent) : file_(&file), rest_(extent) {}

  /// The next event; null at the end, or after an error. Valid until pop().
  const Record* front() {
    if (next_ == piece_.size() && !fill()) {
      return nullptr;
    }
    return &piece_[next_];
  }
  void pop() { ++next_; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  bool fill() {
    piece_.clear();
    next_ = 0;
    const std::uint64_t count = std::min(kPieceRecords, rest_.count);
    if (count == 0 || error_) {
      return false;
    }
    std::vector<std::byte> bytes(count * kRecordBytes);
    if (const auto done = file_->read(rest_.offset, bytes); !done) {
      error_ = done.error();
      return false;
    }
    rest_.offset += bytes.size();
    rest_.count -= count;
    piece_.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      piece_.push_back(load(std::span(bytes).subspan(i * kRecordBytes).first<kRecordBytes>()));
    }
    return true;
  }

  const Trace* file_;
  RecordExtent rest_;
  std::vector<Record> piece_;
  std::size_t next_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<RunSpool> RunSpool::make(std::size_t processes, std::size_t batch) {
  auto file = make_temporary_file();
  if (!file) {
    return tl::unexpected(file.error());
  }
  return RunSpool(std::move(*file), processes, batch);
}

RunSpool::RunSpool(Descriptor file, std::size_t processes, std::size_t batch)
    : file_(std::move(file)), batch_size_(batch), batches_(processes) {}

void RunSpool::add(std::uint32_t process, std::span<const Record> records) {
  if (process != process_) {
    write_batch();
    process_ = process;
  }
  for (const Record& record : records) {
    batch_.push_back(record);
    if (batch_.size() == batch_size_) {
      write_batch();
    }
  }
}

void RunSpool::set_left_out(std::uint32_t process, std::uint64_t before, std::uint64_t after) {
  batches_[process].counts.left_out_before = before;
  batches_[process].counts.left_out_after = after;
}

void RunSpool::write_batch() {
  if (batch_.empty()) {
    return;
  }
  if (!std::is_sorted(batch_.begin(), batch_.end(), is_earlier)) {
    std::stable_sort(batch_.begin(), batch_.end(), is_earlier);
  }
  Batches& batches = batches_[process_];
  batches.is_ordered =
      batches.is_ordered && (batches.extents.empty() || batches.latest <= time_of(batch_.front()));
  batches.latest = time_of(batch_.back());
  batches.extents.push_back({size_, batch_.size()});
  batches.counts.recorded += batch_.size();
  write(batch_);
  batch_.clear();
}

void RunSpool::write(std::span<const Record> records) {
  std::vector<std::byte> bytes(records.size() * kRecordBytes);
  store(records, bytes);
  if (!error_) {
    if (const auto done = write_at(file_.get(), size_, bytes); !done) {
      error_ = done.error();
    }
  }
  size_ += bytes.size();
}

/// Replaces the batches by one extent. Of equal times, those of the earlier batch come first.
Result<void> RunSpool::merge(Batches& batches) {
  const Trace file(TraceHead{}, Descriptor(::dup(file_.get())), {}, "the temporary file");
  std::vector<PieceReader> readers;
  readers.reserve(batches.extents.size());
  for (const RecordExtent& extent : batches.extents) {
    readers.emplace_back(file, extent);
  }
  using Next = std::pair<Ticks, std::size_t>;  // the time of the next record of a reader
  std::vector<Next> heap;
  const auto push = [&](std::size_t reader) {
    if (const Record* record = readers[reader].front()) {
      heap.emplace_back(time_of(*record), reader);
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
  };
  for (std::size_t reader = 0; reader < readers.size(); ++reader) {
    push(reader);
  }
  const RecordExtent merged{size_, batches.counts.recorded};
  std::vector<Record> piece;
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const std::size_t reader = heap.back().second;
    heap.pop_back();
    piece.push_back(*readers[reader].front());
    readers[reader].pop();
    push(reader);
    if (piece.size() == kPieceRecords || heap.empty()) {
      write(piece);
      piece.clear();
    }
  }
  for (const PieceReader& reader : readers) {
    if (reader.error()) {
      return tl::unexpected(*reader.error());
    }
  }
  batches.extents = {merged};
  return {};
}

Result<Trace> RunSpool::finish(TraceHead head) {
  DPS_CHECK(head.processes.size() == batches_.size());
  write_batch();
  std::vector<std::vector<RecordExtent>> extents;
  extents.reserve(batches_.size());
  for (std::size_t p = 0; p < batches_.size(); ++p) {
    Batches& batches = batches_[p];
    if (!error_ && !batches.is_ordered) {
      if (const auto merged = merge(batches); !merged) {
        return tl::unexpected(merged.error());
      }
    }
    TracedProcess& process = head.processes[p];
    process.events = batches.counts.recorded;
    process.left_out_before = batches.counts.left_out_before;
    process.left_out_after = batches.counts.left_out_after;
    extents.push_back(batches.extents);
  }
  if (error_) {
    return tl::unexpected(*error_);
  }
  return Trace(std::move(head), std::move(file_), std::move(extents), "the temporary file");
}

}  // namespace dps::traces
