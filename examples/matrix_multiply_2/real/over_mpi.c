/* The program that scaled.txt describes, over MPI: demand-driven matrix multiplication by a master
 * and its workers (the DPS paper's figure 18).
 * usage: mpirun -n 1+WORKERS matrix_multiply_2_mpi [SIZE]
 * Rank 0 is the master. It prints its wall time in seconds, from the instant when all workers are
 * ready. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMatrix, kPair, kValue, kHalt, kReady }; /* tags */

static int32_t* new_cells(int size) {
  int32_t* cells = malloc((size_t)size * (size_t)size * sizeof *cells);
  if (cells == NULL) {
    fputs("matrix_multiply_2_mpi: not enough memory\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return cells;
}

static int32_t multiply_vectors(const int32_t* a, const int32_t* b, int size, int row, int column) {
  int32_t value = 0;
  for (int i = 0; i < size; ++i) {
    value += a[row * size + i] * b[i * size + column];
  }
  return value;
}

static void format_matrix(const int32_t* cells, int size, char* text) {
  for (int cell = 0; cell < size * size; ++cell) {
    text += sprintf(text, "%d%c", cells[cell], (cell + 1) % size == 0 ? '\n' : ' ');
  }
}

static void run_worker(int size) {
  const int cells = size * size;
  int32_t* const a = new_cells(size);
  int32_t* const b = new_cells(size);
  MPI_Send(NULL, 0, MPI_INT32_T, 0, kReady, MPI_COMM_WORLD);
  MPI_Recv(a, cells, MPI_INT32_T, 0, kMatrix, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(b, cells, MPI_INT32_T, 0, kMatrix, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int32_t answer[3] = {0, -1, -1}; /* value, row, column */
  MPI_Send(answer, 3, MPI_INT32_T, 0, kValue, MPI_COMM_WORLD);
  for (;;) {
    MPI_Status status;
    MPI_Recv(answer + 1, 2, MPI_INT32_T, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == kHalt) {
      break;
    }
    answer[0] = multiply_vectors(a, b, size, answer[1], answer[2]);
    MPI_Send(answer, 3, MPI_INT32_T, 0, kValue, MPI_COMM_WORLD);
  }
  free(a);
  free(b);
}

/* Takes a value from any worker. Returns the rank of the worker. */
static int take_value(int32_t* product, int size) {
  int32_t answer[3];
  MPI_Status status;
  MPI_Recv(answer, 3, MPI_INT32_T, MPI_ANY_SOURCE, kValue, MPI_COMM_WORLD, &status);
  if (answer[1] >= 0) {
    product[answer[1] * size + answer[2]] = answer[0];
  }
  return status.MPI_SOURCE;
}

static int is_product(const int32_t* product, const int32_t* a, const int32_t* b, int size) {
  for (int cell = 0; cell < size * size; ++cell) {
    if (product[cell] != multiply_vectors(a, b, size, cell / size, cell % size)) {
      return 0;
    }
  }
  return 1;
}

static int run_master(int size, int workers) {
  const int cells = size * size;
  int32_t* const a = new_cells(size);
  int32_t* const b = new_cells(size);
  int32_t* const product = new_cells(size);
  char* const text = malloc((size_t)cells * 12 + 1);
  for (int worker = 1; worker <= workers; ++worker) { /* the first message makes MPI connect */
    MPI_Recv(NULL, 0, MPI_INT32_T, worker, kReady, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  const double begin = MPI_Wtime();
  for (int cell = 0; cell < cells; ++cell) {
    a[cell] = cell % 11 - 5;
    b[cell] = cell % 7 - 3;
  }
  for (int worker = 1; worker <= workers; ++worker) {
    MPI_Send(a, cells, MPI_INT32_T, worker, kMatrix, MPI_COMM_WORLD);
    MPI_Send(b, cells, MPI_INT32_T, worker, kMatrix, MPI_COMM_WORLD);
  }
  for (int cell = 0; cell < cells; ++cell) {
    const int worker = take_value(product, size);
    const int32_t pair[2] = {cell / size, cell % size};
    MPI_Send(pair, 2, MPI_INT32_T, worker, kPair, MPI_COMM_WORLD);
  }
  for (int worker = 1; worker <= workers; ++worker) {
    take_value(product, size);
  }
  for (int worker = 1; worker <= workers; ++worker) {
    MPI_Send(NULL, 0, MPI_INT32_T, worker, kHalt, MPI_COMM_WORLD);
  }
  if (text != NULL) {
    format_matrix(product, size, text);
  }
  const double seconds = MPI_Wtime() - begin;
  const int right = is_product(product, a, b, size);
  if (right) {
    printf("%.9f\n", seconds);
  } else {
    fputs("matrix_multiply_2_mpi: the product is wrong\n", stderr);
  }
  free(a);
  free(b);
  free(product);
  free(text);
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  int rank = 0;
  int ranks = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int size = argc > 1 ? atoi(argv[1]) : 10;
  if (ranks < 2 || size < 1 || size > 10000) {
    fputs("usage: mpirun -n 1+WORKERS matrix_multiply_2_mpi [SIZE]\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int status = 0;
  if (rank == 0) {
    status = run_master(size, ranks - 1);
  } else {
    run_worker(size);
  }
  MPI_Finalize();
  return status;
}
