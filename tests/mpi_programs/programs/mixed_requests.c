/* Lists with requests of messages and with a generalized one, which MPI itself keeps: "lists".
   Tests that find nothing 20,000 times, before the generalized one is complete: "patient".
   What MPI refuses: "errors". Prints "as MPI" if all is as MPI does it. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int wrong = 0;

static void expect(int is_so, const char* what) {
  if (!is_so) {
    printf("not so: %s\n", what);
    wrong = 1;
  }
}

static int query(void* state, MPI_Status* status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
static int release(void* state) {
  (void)state;
  return MPI_SUCCESS;
}
static int cancel(void* state, int is_complete) {
  (void)state;
  (void)is_complete;
  return MPI_SUCCESS;
}

/* requests[0] receives the message 5 of this rank, requests[1] is generalized. */
static void start(int* into, MPI_Request* requests) {
  MPI_Irecv(into, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &requests[0]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[1]);
}

static void lists(void) {
  int value = 7, got = 0, flag = 1, at = -1, count = 0, which[2];
  MPI_Request requests[2], send;

  start(&got, requests);
  MPI_Isend(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &send);
  for (int i = 0; i < 100; ++i) {
    MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    expect(!flag, "Testall says no while the generalized request is not complete");
  }
  MPI_Grequest_complete(requests[1]);
  while (!flag) {
    MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
  }
  expect(got == 7, "Testall has received");
  MPI_Wait(&send, MPI_STATUS_IGNORE);

  start(&got, requests);
  MPI_Grequest_complete(requests[1]);
  MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);
  expect(at == 1, "Waitany returns the generalized request");
  MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF);
  MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);
  expect(at == 0, "Waitany returns the message");

  start(&got, requests);
  MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF);
  MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);
  expect(at == 0, "Waitany returns the message while the generalized request is not complete");
  MPI_Grequest_complete(requests[1]);
  MPI_Waitsome(2, requests, &count, which, MPI_STATUSES_IGNORE);
  expect(count == 1 && which[0] == 1, "Waitsome returns the generalized request");
}

static void patient(void) {
  enum { kTests = 20000 }; /* more than dps answers in a row if nothing else can complete */
  int value = 7, got = 0, flag = 0, at = -1, count = 0, which[2];
  MPI_Request requests[2];

  start(&got, requests);
  for (int i = 0; !flag; ++i) {
    MPI_Testany(2, requests, &at, &flag, MPI_STATUS_IGNORE);
    if (i == kTests) {
      MPI_Grequest_complete(requests[1]);
    }
  }
  expect(at == 1, "Testany finds the generalized request first");
  MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF);
  MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);
  expect(at == 0, "then Waitany returns the message");

  start(&got, requests);
  for (int i = 0; count == 0; ++i) {
    MPI_Testsome(2, requests, &count, which, MPI_STATUSES_IGNORE);
    if (i == kTests) {
      MPI_Grequest_complete(requests[1]);
    }
  }
  expect(count == 1 && which[0] == 1, "Testsome finds the generalized request first");
  MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF);
  MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);
  expect(at == 0, "then Waitany returns the message");
}

static int class_of(int code) {
  int class = MPI_SUCCESS;
  MPI_Error_class(code, &class);
  return class;
}

static void errors(void) {
  int value = 7, got = 0, at;
  double numbers[2] = {1, 2}, sums[2];
  MPI_Request request;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

  MPI_Irecv(&got, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request);
  expect(class_of(MPI_Test(&request, NULL, MPI_STATUS_IGNORE)) == MPI_ERR_ARG, "Test needs a flag");
  expect(class_of(MPI_Testall(1, &request, NULL, MPI_STATUSES_IGNORE)) == MPI_ERR_ARG,
         "Testall needs a flag");
  expect(class_of(MPI_Testany(1, &request, &at, NULL, MPI_STATUS_IGNORE)) == MPI_ERR_ARG,
         "Testany needs a flag");
  expect(class_of(MPI_Testsome(1, &request, NULL, &at, MPI_STATUSES_IGNORE)) == MPI_ERR_ARG,
         "Testsome needs a count");
  MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  expect(
      class_of(MPI_Allreduce(numbers, sums, 2, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD)) == MPI_ERR_OP,
      "MPI_BAND is not for doubles");
  expect(class_of(MPI_Reduce(numbers, sums, 2, MPI_DOUBLE, MPI_OP_NULL, 0, MPI_COMM_WORLD)) ==
             MPI_ERR_OP,
         "Reduce needs an operation");
  expect(
      class_of(MPI_Scan(numbers, sums, 2, MPI_DOUBLE, MPI_OP_NULL, MPI_COMM_WORLD)) == MPI_ERR_OP,
      "Scan needs an operation");
  expect(MPI_Allreduce(numbers, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS,
         "Allreduce goes on");
}

/* An active barrier must not be freed. Returns the class of the error. */
static int freed(void) {
  MPI_Request request;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  const int class = class_of(MPI_Request_free(&request));
  if (class != MPI_SUCCESS) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  return class;
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1 && strcmp(argv[1], "freed") == 0) {
    wrong = freed() != MPI_ERR_REQUEST;
  } else if (argc > 1 && strcmp(argv[1], "errors") == 0) {
    errors();
  } else if (argc > 1 && strcmp(argv[1], "patient") == 0) {
    patient();
  } else {
    lists();
  }
  if (rank == 0 && !wrong) {
    puts("as MPI");
  }
  MPI_Finalize();
  return wrong;
}
