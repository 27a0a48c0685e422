import Glibc

/// An input that reads a file, a pipe or a device.
///
/// If `closesDescriptor` is true, `deinit` closes the descriptor. An error while reading
/// therefore cannot leak the descriptor.
final class DescriptorInput: ByteInput {
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let name: String
  private let whileWaiting: InputWaiting?
  /// The length and modification time that the file had when this input was created.
  ///
  /// `checkUnchanged` compares them with the values at the end of the file. They are nil if the
  /// length is unknown, for example for a pipe.
  private let opened: FileVersion?
  private var remainingBytes: Int64
  private(set) var bytesTaken: Int64 = 0

  private static let waitingMilliseconds: Int32 = 50

  /// Creates an input that reads from an open descriptor.
  ///
  /// - Parameter whileWaiting: A function that is called repeatedly while a pipe has no bytes to
  ///   read. If the function throws, reading ends with its error.
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
    // Some files, such as those in /proc, have content but report the length 0. The code treats
    // their length as unknown.
    opened = FileVersion(descriptor: descriptor).flatMap { $0.byteCount > 0 ? $0 : nil }
    // The descriptor may be inherited from a shell, where another program has already read its
    // first bytes. Reading therefore starts at the current position of the descriptor.
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

  /// Waits until `descriptor` has bytes to read, the pipe or device ends, or an error occurs.
  ///
  /// Calls `isWaiting` every 50 milliseconds. If `isWaiting` throws, the wait ends with that error.
  private func wait(_ isWaiting: InputWaiting) throws(ImportError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&request, 1, Self.waitingMilliseconds)
      guard count == 0 || count < 0 && errno == EINTR else { return }
      try isWaiting()
    }
  }

  /// Throws if another program has shortened or overwritten the file since it was opened.
  ///
  /// The records could otherwise be a mixture of old and new content. Appended bytes are not an
  /// error.
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
