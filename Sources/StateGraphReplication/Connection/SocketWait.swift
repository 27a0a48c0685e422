#if PostgreSQL
import Glibc

/// Waits for a socket, a signal of another thread, or the end of a time.
struct SocketWait {
  struct Events: OptionSet {
    let rawValue: Int32
    static let reading = Events(rawValue: 1)
    static let writing = Events(rawValue: 2)
    static let wakeup = Events(rawValue: 4)
  }

  let socket: Int32
  let wakeup: Wakeup

  /// Returns what is there now. The result is empty at the end of the time.
  ///
  /// An error of the socket counts as `reading`, because libpq then reports the error.
  func wait(for events: Events, until end: ContinuousClock.Instant?) -> Events {
    var polled = [
      pollfd(fd: socket, events: 0, revents: 0),
      pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    if events.contains(.reading) { polled[0].events |= Int16(POLLIN) }
    if events.contains(.writing) { polled[0].events |= Int16(POLLOUT) }
    // A descriptor of -1 is not polled. Otherwise a closed peer would end each wait at once.
    if !events.contains(.reading), !events.contains(.writing) { polled[0].fd = -1 }
    while true {
      let count = poll(&polled, 2, Self.milliseconds(until: end))
      if count < 0, errno == EINTR { continue }
      var found: Events = []
      if polled[1].revents != 0 { found.insert(.wakeup) }
      if polled[0].revents & Int16(POLLOUT) != 0 { found.insert(.writing) }
      if polled[0].revents & ~Int16(POLLOUT) != 0 { found.insert(.reading) }
      return found
    }
  }

  private static func milliseconds(until end: ContinuousClock.Instant?) -> Int32 {
    guard let end else { return -1 }
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    // Rounded up, so that no loop asks again and again in the last millisecond.
    return Int32(min(seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1, 3_600_000))
  }
}
#endif
