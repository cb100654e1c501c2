#include "predictor/estimator/streams/stream_writer.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "predictor/estimator/folding/folder.h"

namespace dps::estimator {
namespace {

constexpr std::size_t kIndent = 2;

void write_items(const std::vector<FoldedItem>& items, std::size_t indent, std::string& text) {
  for (const FoldedItem& item : items) {
    text.append(indent, ' ');
    if (item.is_block()) {
      text += fmt::format("repeat {}\n", item.rounds);
      write_items(item.body, indent + kIndent, text);
      text.append(indent, ' ');
      text += "end\n";
    } else {
      text += instruction_text(StreamInstruction::of_bits(item.symbol)) + "\n";
    }
  }
}

std::uint64_t digest_of(std::span<const StreamInstruction> stream) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
  std::uint64_t digest = stream.size();
  for (const StreamInstruction& instruction : stream) {
    digest = (digest ^ instruction.bits()) * kFactor;
    digest ^= digest >> 32;
  }
  return digest;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> equal_processors(const Streams& streams) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::unordered_multimap<std::uint64_t, std::size_t> by_digest;
  for (std::uint32_t p = 0; p < streams.processors(); ++p) {
    const auto stream = streams.of(p);
    const std::uint64_t digest = digest_of(stream);
    const auto [first, last] = by_digest.equal_range(digest);
    const auto same = std::find_if(first, last, [&](const auto& entry) {
      const auto other = streams.of(groups[entry.second].front());
      return std::equal(stream.begin(), stream.end(), other.begin(), other.end());
    });
    if (same == last) {
      by_digest.emplace(digest, groups.size());
      groups.push_back({p});
    } else {
      groups[same->second].push_back(p);
    }
  }
  return groups;
}

std::string processor_list_text(const std::vector<std::uint32_t>& processors) {
  std::string text;
  for (std::size_t i = 0; i < processors.size();) {
    std::size_t end = i + 1;
    while (end < processors.size() && processors[end] == processors[end - 1] + 1) {
      ++end;
    }
    text += fmt::format("{}{}", text.empty() ? "" : ",", processors[i]);
    text += end - i > 1 ? fmt::format("-{}", processors[end - 1]) : "";
    i = end;
  }
  return text;
}

std::string streams_text(const Streams& streams) {
  std::string text = fmt::format("dps-streams 1\nprocessors {}\n", streams.processors());
  for (const auto& group : equal_processors(streams)) {
    const auto stream = streams.of(group.front());
    if (stream.empty()) {
      continue;  // a processor that is not listed has an empty stream
    }
    Folder folder(kMostNesting);
    for (const StreamInstruction& instruction : stream) {
      folder.add(instruction.bits());
    }
    text += fmt::format("processor {}\n", processor_list_text(group));
    write_items(folder.take(), kIndent, text);
  }
  return text;
}

}  // namespace dps::estimator
