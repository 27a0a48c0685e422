import Glibc

/// Whether this process runs under ThreadSanitizer, which needs more stack for each call. Tests of
/// deep recursion then use a smaller depth.
public let isThreadSanitizerOn = dlsym(nil, "__tsan_init") != nil

/// Whether this process runs under ThreadSanitizer or AddressSanitizer, which make all code several
/// times slower.
public let isSanitizerOn = isThreadSanitizerOn || dlsym(nil, "__asan_init") != nil
