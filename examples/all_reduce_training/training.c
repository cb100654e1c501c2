/*
 * The training of blueprint.txt as an MPI program: each rank computes the gradients of its layers,
 * from the last one to the first, and sums each over all ranks (MPI_Iallreduce) while it computes
 * the next one.
 *
 *     mpicc -O2 examples/all_reduce_training/training.c -o training
 *     dps run -- mpirun -n 4 ./training
 *     dps run examples/all_reduce_training/blueprint.txt --launcher mpi --transport mpi --set
 * native=1
 *
 * The second run is the blueprint with the same operations of the library (-alg native).
 * usage: training [LAYERS [BYTES [STEPS]]]
 * Rank 0 prints the seconds of all steps.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_LAYERS 1000

static void compute(double seconds) {
  const double end = MPI_Wtime() + seconds;
  while (MPI_Wtime() < end) {
  }
}

static int argument(int argc, char** argv, int position, int otherwise) {
  return argc > position ? atoi(argv[position]) : otherwise;
}

static void step(int layers, int count, double* gradients, double* sums) {
  MPI_Request requests[MOST_LAYERS];
  compute(0.020);
  for (int layer = 0; layer < layers; ++layer) {
    const long at = (long)layer * count;
    compute(0.002);
    MPI_Iallreduce(gradients + at, sums + at, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,
                   &requests[layer]);
  }
  MPI_Waitall(layers, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int layers = argument(argc, argv, 1, 8);
  const int count = argument(argc, argv, 2, 262144) / (int)sizeof(double);
  const int steps = argument(argc, argv, 3, 5);
  double* gradients = calloc((size_t)layers * (size_t)count, sizeof(double));
  double* sums = calloc((size_t)layers * (size_t)count, sizeof(double));
  if (layers > MOST_LAYERS || gradients == NULL || sums == NULL) {
    fprintf(stderr, "training: at most %d layers, and memory for them\n", MOST_LAYERS);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < steps; ++i) {
    step(layers, count, gradients, sums);
  }
  if (rank == 0) {
    printf("%.6f\n", MPI_Wtime() - begin);
  }
  free(gradients);
  free(sums);
  MPI_Finalize();
  return 0;
}
