// The driver of libFuzzer, which -sanitize=fuzzer links; it has no header of its own (FuzzerInterface.h of LLVM).
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
