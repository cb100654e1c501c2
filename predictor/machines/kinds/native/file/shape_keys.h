/// The shapes of graphs and the keys of [network.shape] that each of them has.
/// Source: docs/machines.md, "Graphs".
#pragma once

#include <array>
#include <string_view>

namespace dps::machines {

/// A shape and its keys besides `name`; empty after the last one.
struct KeysOfShape {
  std::string_view shape;
  std::array<std::string_view, 5> keys = {};
};

/// In the order in which messages list the shapes.
inline constexpr std::array kKeysOfShapes{
    KeysOfShape{"mesh", {"size", "hosts", "order"}},
    KeysOfShape{"torus", {"size", "hosts", "order"}},
    KeysOfShape{"hypercube", {"dimensions", "hosts"}},
    KeysOfShape{"tree", {"arity", "levels"}},
    KeysOfShape{"fat-tree", {"down", "up", "parallel"}},
    KeysOfShape{"dragonfly", {"groups", "chassis", "routers", "hosts", "parallel"}},
    KeysOfShape{"omega", {"radix", "stages"}},
    KeysOfShape{"butterfly", {"radix", "stages"}},
    KeysOfShape{"crossbar"}};

}  // namespace dps::machines
