#include "predictor/machines/indexed_heap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::machines {
namespace {

struct ByKey {
  const std::vector<int>& keys;
  std::vector<std::uint32_t>& places;

  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
  }
  [[nodiscard]] std::uint32_t& place(std::uint32_t element) const { return places[element]; }
};

RC_GTEST_PROP(IndexedHeap, TheFirstElementIsTheSmallestAfterEveryPushEraseAndUpdate, ()) {
  constexpr std::uint32_t kElements = 20;
  std::vector<int> keys(kElements, 0);
  std::vector<std::uint32_t> places(kElements, kNotInHeap);
  std::vector<std::uint32_t> elements;
  IndexedHeap<ByKey> heap(elements, ByKey{keys, places});
  for (int step = *rc::gen::inRange(0, 150); step > 0; --step) {
    const auto element = *rc::gen::inRange<std::uint32_t>(0, kElements);
    const bool is_in = places[element] != kNotInHeap;
    if (is_in && *rc::gen::arbitrary<bool>()) {
      heap.erase(element);
      RC_ASSERT(places[element] == kNotInHeap);
    } else {
      keys[element] = *rc::gen::inRange(0, 30);
      is_in ? heap.update(element) : heap.push(element);
    }
    for (std::uint32_t place = 0; place < elements.size(); ++place) {
      RC_ASSERT(places[elements[place]] == place);
      RC_ASSERT(!ByKey({keys, places}).before(elements[place], elements[0]));
    }
  }
}

}  // namespace
}  // namespace dps::machines
