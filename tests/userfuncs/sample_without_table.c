/* A shared library that is no user library. */
int sample_without_table(void);
int sample_without_table(void) {
  return 1;
}
