import Glibc

/// An input that reads a file, a pipe or a device. It owns the descriptor, so that every error
/// after the opening closes it.
final class DescriptorInput: ByteInput {
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let name: String
  private let whileWaiting: InputWaiting?
  /// The version of the file at its opening; nil if its length is unknown.
  private let opened: FileVersion?
  private var remainingBytes: Int64
  private(set) var bytesTaken: Int64 = 0

  private static let waitingMilliseconds: Int32 = 50

  /// - Parameter whileWaiting: See `ByteSource.init(path:)`.
  init(
    descriptor: Int32,
    closesDescriptor: Bool,
    name: String,
    whileWaiting: InputWaiting? = nil
  ) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    self.name = name
    self.whileWaiting = whileWaiting
    // Files such as those in /proc report the length 0 and have content.
    opened = FileVersion(descriptor: descriptor).flatMap { $0.byteCount > 0 ? $0 : nil }
    // A shell may pass a descriptor from which a program has read a part.
    let position = max(0, Int64(lseek(descriptor, 0, SEEK_CUR)))
    remainingBytes = opened.map { max(0, $0.byteCount - position) } ?? .max
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int {
    let limit = Int(min(Int64(limit), remainingBytes))
    guard limit > 0 else {
      try checkUnchanged()
      return 0
    }
    if let whileWaiting, opened == nil { try wait(whileWaiting) }
    while true {
      let received = Glibc.read(descriptor, target, limit)
      if received > 0 {
        bytesTaken += Int64(received)
        if opened != nil { remainingBytes -= Int64(received) }
        return received
      }
      if received == 0 {
        guard opened == nil else { throw changed("became shorter") }
        return 0
      }
      let number = errno
      if number != EINTR { throw ImportError(errno: number, opening: name) }
    }
  }

  /// Returns when there are bytes to read, at the end of the input, or at an error.
  private func wait(_ isWaiting: InputWaiting) throws(ImportError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&request, 1, Self.waitingMilliseconds)
      guard count == 0 || count < 0 && errno == EINTR else { return }
      try isWaiting()
    }
  }

  /// Throws if the file was changed other than by appending: records read may then be half old and
  /// half new.
  private func checkUnchanged() throws(ImportError) {
    guard let opened, let now = FileVersion(descriptor: descriptor) else { return }
    if now.byteCount < opened.byteCount { throw changed("became shorter") }
    if now.byteCount == opened.byteCount, now != opened { throw changed("was overwritten") }
  }

  private func changed(_ how: String) -> ImportError {
    ImportError(
      .inputChanged,
      "the file \(how) while it was read",
      remedy: "Import it again when no program writes to it"
    )
  }
}
