/// The Worker of the DPS paper's figure 18.
#pragma once

/// Takes the matrices and computes one cell after the other until it is told to halt.
void run_worker(int master);
