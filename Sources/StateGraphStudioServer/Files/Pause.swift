import Glibc

/// Blocks the calling thread for a time.
enum Pause {
  static func milliseconds(_ count: UInt32) { usleep(count * 1000) }
}
