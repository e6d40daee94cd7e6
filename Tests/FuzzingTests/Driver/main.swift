import CFuzzer
import Glibc

// The fuzzer is chosen by the environment, since libFuzzer has the arguments for itself.
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    FuzzedProcess.take(UnsafeRawBufferPointer(start: data, count: size))
    return 0
  })
