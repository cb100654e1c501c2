/*
 * The computations of the matrix multiplications among the examples. Every process has its own
 * integer matrices:
 *
 *   call mult_routine [SIZE]   a Worker's share of the product: of C clones, clone K computes the
 *                              columns K, K+C, K+2C … (10 if no SIZE is given)
 *   call fill_matrices SIZE    fills both factors and the product's cells start again
 *   call mult_cell SIZE        the next cell of the product: one row times one column
 *   call store_value SIZE      one value into the next cell
 *   call format_matrix SIZE    the product as text, which is not printed
 *
 * The last four have the code of examples/matrix_multiply_2/real, line for line.
 */
#include <dps_user.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Bytes of the longest int32_t, a separator and the terminating zero. */
enum { kDigits = 16 };

static struct {
  size_t size; /* 0: none yet */
  size_t cell; /* the next cell for mult_cell and store_value */
  int32_t* a;
  int32_t* b;
  int32_t* product;
} matrices;

static void fill(void) {
  for (size_t cell = 0; cell < matrices.size * matrices.size; ++cell) {
    matrices.a[cell] = (int32_t)(cell % 11) - 5;
    matrices.b[cell] = (int32_t)(cell % 7) - 3;
  }
}

static int allocate(size_t size) {
  int32_t* cells = calloc(3 * size * size, sizeof *cells);
  if (cells == NULL) {
    return 0;
  }
  free(matrices.a);
  matrices.size = size;
  matrices.cell = 0;
  matrices.a = cells;
  matrices.b = cells + size * size;
  matrices.product = cells + 2 * size * size;
  fill();
  return 1;
}

/* Allocates matrices of the size that the call names, unless they have it. */
static int has_matrices(const dps_call* call) {
  const long size = call->argument_count > 0 ? atol(call->arguments[0]) : 10;
  if (size < 1 || size > 20000) {
    call->fail(call, "needs the size of the matrices, from 1 to 20000");
    return 0;
  }
  if ((size_t)size != matrices.size && !allocate((size_t)size)) {
    call->fail(call, "no memory for matrices of that size");
    return 0;
  }
  return 1;
}

static size_t next_cell(void) {
  const size_t cell = matrices.cell;
  matrices.cell = cell + 1 < matrices.size * matrices.size ? cell + 1 : 0;
  return cell;
}

static int32_t multiply_vectors(size_t row, size_t column) {
  int32_t value = 0;
  for (size_t i = 0; i < matrices.size; ++i) {
    value += matrices.a[row * matrices.size + i] * matrices.b[i * matrices.size + column];
  }
  return value;
}

static void mult_routine(const dps_call* call) {
  if (!has_matrices(call)) {
    return;
  }
  for (size_t row = 0; row < matrices.size; ++row) {
    for (size_t column = call->self; column < matrices.size; column += call->count) {
      matrices.product[row * matrices.size + column] = multiply_vectors(row, column);
    }
  }
}

static void fill_matrices(const dps_call* call) {
  if (has_matrices(call)) {
    fill();
  }
}

static void mult_cell(const dps_call* call) {
  if (has_matrices(call)) {
    const size_t cell = next_cell();
    volatile int32_t value = multiply_vectors(cell / matrices.size, cell % matrices.size);
    (void)value;
  }
}

static void store_value(const dps_call* call) {
  if (has_matrices(call)) {
    const size_t cell = next_cell();
    matrices.product[cell] = (int32_t)cell;
  }
}

static void format_matrix(const dps_call* call) {
  if (!has_matrices(call)) {
    return;
  }
  const size_t cells = matrices.size * matrices.size;
  char* text = malloc(cells * kDigits);
  if (text == NULL) {
    call->fail(call, "no memory for the text of the matrix");
    return;
  }
  char* end = text;
  for (size_t cell = 0; cell < cells; ++cell) {
    end += snprintf(end, kDigits, "%d", (int)matrices.product[cell]);
    *end++ = (cell + 1) % matrices.size == 0 ? '\n' : ' ';
  }
  volatile char last = end[-1];
  (void)last;
  free(text);
}

DPS_FUNCTIONS(DPS_CALL(mult_routine), DPS_CALL(fill_matrices), DPS_CALL(mult_cell),
              DPS_CALL(store_value), DPS_CALL(format_matrix));
