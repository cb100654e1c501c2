/// The master process. Source: the DPS paper, figure 18.
#pragma once

#include <cstddef>
#include <span>

#include "matrix.h"

struct MasterResult {
  Cells product;
  double seconds = 0;  ///< wall time from reading the matrices to writing the product
};

/// Multiplies two matrices with the workers that are connected to `sockets`, and halts the workers.
MasterResult run_master(std::span<const int> sockets, std::size_t size);
