/* Random messages, from a seed that all ranks share: wildcards, matching probes, several
 * communicators. Every message that is sent is received. Usage: random_messages SEED [PROGRAMS]:
 * that many programs one after the other, from this seed on. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRounds = 40, kMost = 64 };

static unsigned state;
static int below(int n) { /* the same in all ranks */
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 8) % (unsigned)n);
}

static int sent, received;

static void play(unsigned seed) {
  state = seed;
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm comms[3] = {MPI_COMM_WORLD};
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[2]); /* in reverse order */
  char data[kMost], room[kRounds][kMost];
  for (int round = 0; round < kRounds; ++round) {
    MPI_Comm comm = comms[below(3)];
    const int from = below(size), to = below(size), tag = below(3), bytes = below(kMost);
    const int how = below(6), is_any = below(2);
    int self, flag = 0;
    MPI_Comm_rank(comm, &self);
    const int source = is_any ? MPI_ANY_SOURCE : from, wanted = is_any ? MPI_ANY_TAG : tag;
    MPI_Request send = MPI_REQUEST_NULL, receive = MPI_REQUEST_NULL;
    MPI_Message message;
    if (self == to && how < 3) {
      MPI_Irecv(room[round], kMost, MPI_CHAR, source, wanted, comm, &receive);
    }
    if (self == from) {
      MPI_Isend(data, bytes, MPI_CHAR, to, tag, comm, &send);
      ++sent;
    }
    if (self == to) {
      ++received;
      if (how == 0) {
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
      } else if (how == 1) {
        while (!flag)
          MPI_Test(&receive, &flag, MPI_STATUS_IGNORE);
      } else if (how == 2) {
        int index;
        MPI_Waitany(1, &receive, &index, MPI_STATUS_IGNORE);
      } else if (how == 3) {
        MPI_Recv(room[round], kMost, MPI_CHAR, source, wanted, comm, MPI_STATUS_IGNORE);
      } else {
        MPI_Mprobe(source, wanted, comm, &message, MPI_STATUS_IGNORE);
        if (how == 4) {
          MPI_Mrecv(room[round], kMost, MPI_CHAR, &message, MPI_STATUS_IGNORE);
        } else {
          MPI_Imrecv(room[round], kMost, MPI_CHAR, &message, &receive);
          MPI_Wait(&receive, MPI_STATUS_IGNORE);
        }
      }
    }
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Barrier(comms[0]);
  }
  MPI_Comm_free(&comms[1]);
  MPI_Comm_free(&comms[2]);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  const int programs = argc > 2 ? atoi(argv[2]) : 1;
  for (int i = 0; i < programs; ++i)
    play(seed + (unsigned)i);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d sent %d received %d\n", rank, sent, received);
  MPI_Finalize();
  return 0;
}
