/// The links that messages of MPI programs occupy during a prediction, for its trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi_programs/sequencer/network/letters.h"
#include "predictor/machines/machine.h"

namespace dps::sequencer {

/// A message occupied a link. Times are those of ranks.
struct OccupiedLink {
  std::uint32_t link = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::int32_t caller = 0;  ///< the rank whose call sent the message, or the message that it serves
  std::int64_t call = 0;    ///< the start of this call
  std::uint64_t message = 0;
};

/// Keeps the first 10,000,000 occupations.
class OccupiedLinks final : public machines::LinkObserver {
 public:
  explicit OccupiedLinks(Picoseconds setup) : setup_(setup) {}

  /// Borrowed, and used only while the network is.
  void set_letters(const Letters& letters) { letters_ = &letters; }

  void occupied(std::uint32_t link, std::uint32_t letter, Picoseconds from,
                Picoseconds to) override {
    constexpr std::size_t kMost = 10'000'000;
    if (list_.size() < kMost) {
      const SentLetter& of = (*letters_)[letter];
      list_.push_back({link, (from - setup_).count(), (to - setup_).count(),
                       static_cast<std::int32_t>(of.letter.from),
                       static_cast<std::int32_t>(of.letter.to), of.caller, of.call, of.number});
    }
  }
  [[nodiscard]] const std::vector<OccupiedLink>& list() const { return list_; }

 private:
  Picoseconds setup_;
  const Letters* letters_ = nullptr;
  std::vector<OccupiedLink> list_;
};

}  // namespace dps::sequencer
