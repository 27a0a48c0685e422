import Glibc

/// Tells threads that are alive at the same time apart.
public func threadIdentity() -> UInt { UInt(pthread_self()) }
