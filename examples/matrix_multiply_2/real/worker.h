/// A worker process. Source: the DPS paper, figure 18.
#pragma once

/// Takes the matrices, and computes cells until it receives the halt message.
void run_worker(int master);
