/// The logs of a rank on another host than dps's reach dps in pieces while the rank runs, so that
/// its records are known even if it, or its host, dies. A thread of its own sends them by TCP.
/// Source: docs/protocol_board.md, "Pieces".
#pragma once

#include "mpi_programs/board/messages.h"
#include "mpi_programs/library/calling_thread.h"

namespace dps::mpi_library {

/// True if DPS_BOARD names the place to which pieces are sent.
bool has_piece_place();

/// Starts the thread, without logs: dps notices by its connection when this host is lost. Called in
/// MPI_Init, in which a rank may wait long for others.
void announce_rank(const board::Attach& self);

/// Sends the logs from now on; starts the thread unless the rank was announced. It does nothing if
/// DPS_BOARD names no place, or dps cannot be reached there. `first`: see CallingThread::next.
void start_pieces(const board::Attach& self, const CallingThread* first);

/// Sends all new records; called by a rank that is about to end without MPI_Finalize.
void send_pieces_now();

/// Reports that the rank calls MPI_Finalize, and ends the thread.
void end_pieces();

/// Closes the connection in a child by fork, which has no such thread.
void leave_pieces();

}  // namespace dps::mpi_library
