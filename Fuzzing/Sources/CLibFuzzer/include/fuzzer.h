#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer as a function: calls `test` with one input after another until a limit among the
/// arguments is reached. The runtime is linked by Scripts/fuzz.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t size));

#endif
