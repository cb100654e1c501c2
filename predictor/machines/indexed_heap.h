/// Min-heap of numbers that stores the position of each, so that each can be updated or erased.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dps::machines {

/// The position of an element that is in no heap.
inline constexpr std::uint32_t kNotInHeap = 0xffffffff;

/// `Order` defines `bool before(a, b)` and `std::uint32_t& place(a)` for elements. The caller owns
/// the elements, keys and positions; this class is a view that is made when it is needed.
template <typename Order, typename Elements = std::vector<std::uint32_t>>
class IndexedHeap {
 public:
  explicit IndexedHeap(Elements& elements, Order order) : elements_(elements), order_(order) {}

  void push(std::uint32_t element) {
    elements_.push_back(element);
    rise(elements_.size() - 1, element);
  }

  void erase(std::uint32_t element) {
    const std::size_t place = order_.place(element);
    order_.place(element) = kNotInHeap;
    const std::uint32_t last = elements_.back();
    elements_.pop_back();
    if (last != element) {
      settle(place, last);
    }
  }

  /// Restores the order after the key of the element has changed.
  void update(std::uint32_t element) { settle(order_.place(element), element); }

 private:
  void settle(std::size_t place, std::uint32_t element) {
    if (place > 0 && order_.before(element, elements_[(place - 1) / 2])) {
      rise(place, element);
    } else {
      sink(place, element);
    }
  }

  void put(std::size_t place, std::uint32_t element) {
    elements_[place] = element;
    order_.place(element) = static_cast<std::uint32_t>(place);
  }

  void rise(std::size_t place, std::uint32_t element) {
    while (place > 0) {
      const std::size_t above = (place - 1) / 2;
      if (!order_.before(element, elements_[above])) {
        break;
      }
      put(place, elements_[above]);
      place = above;
    }
    put(place, element);
  }

  /// Moves the gap down to a leaf first, and the element up from there: a last element that
  /// replaces the first one belongs near the leaves, so that comparing it at every level would not
  /// pay.
  void sink(std::size_t place, std::uint32_t element) {
    const std::size_t size = elements_.size();
    for (std::size_t below = 2 * place + 1; below < size; below = 2 * place + 1) {
      if (below + 1 < size && order_.before(elements_[below + 1], elements_[below])) {
        ++below;
      }
      put(place, elements_[below]);
      place = below;
    }
    rise(place, element);
  }

  Elements& elements_;  // borrowed
  Order order_;
};

}  // namespace dps::machines
