import Glibc

/// Returns a number that identifies the calling thread among the threads that run at the same time.
/// A later thread can get the number of a thread that has ended.
public func threadIdentity() -> UInt { UInt(pthread_self()) }
