#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// The entry point of libFuzzer. It calls `test` with one input after another until a limit in the
/// arguments is reached. Scripts/fuzz links the runtime.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t size));

#endif
