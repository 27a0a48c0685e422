import Glibc

/// Bytes from a file, a pipe or a device. Owns its descriptor, so that every failure after opening
/// closes it.
final class DescriptorInput: ByteInput {
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let name: String
  private(set) var bytesTaken: Int64 = 0

  init(descriptor: Int32, closesDescriptor: Bool, name: String) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    self.name = name
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int {
    while true {
      let received = Glibc.read(descriptor, target, limit)
      if received >= 0 {
        bytesTaken += Int64(received)
        return received
      }
      let number = errno
      if number != EINTR { throw ImportError(errno: number, opening: name) }
    }
  }
}
