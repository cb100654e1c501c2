/// The Master of the DPS paper's figure 18.
#pragma once

#include <cstddef>
#include <span>

#include "matrix.h"

struct MasterResult {
  Cells product;
  double seconds = 0;  ///< wall time from reading the matrices to having written the product
};

/// Multiplies two matrices with the workers behind `sockets`, all connected, and halts them.
MasterResult run_master(std::span<const int> sockets, std::size_t size);
