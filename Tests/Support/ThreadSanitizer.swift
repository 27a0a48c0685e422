import Glibc

/// Whether this process runs under ThreadSanitizer, which has limits of its own.
public let isThreadSanitizerOn = dlsym(nil, "__tsan_init") != nil
