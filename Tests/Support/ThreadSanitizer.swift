import Glibc

/// Whether this process runs under ThreadSanitizer, which has limits of its own.
public let isThreadSanitizerOn = dlsym(nil, "__tsan_init") != nil

/// Whether it runs under that or AddressSanitizer: everything is several times as slow.
public let isSanitizerOn = isThreadSanitizerOn || dlsym(nil, "__asan_init") != nil
