import Glibc

extension ByteSource {
  /// Where the bytes come from. Owns its descriptor, so that every failure after opening closes it.
  final class Input {
    private let descriptor: Int32
    private let closesDescriptor: Bool
    private let memory: [UInt8]
    private var memoryPosition = 0

    init(descriptor: Int32, closesDescriptor: Bool) {
      self.descriptor = descriptor
      self.closesDescriptor = closesDescriptor
      memory = []
    }

    init(memory: [UInt8]) {
      descriptor = -1
      closesDescriptor = false
      self.memory = memory
    }

    deinit {
      if closesDescriptor { close(descriptor) }
    }

    /// Returns the number of bytes written to `target`; zero means the end of the input.
    func read(
      into target: UnsafeMutablePointer<UInt8>,
      atMost limit: Int,
      name: String
    ) throws(ImportError) -> Int {
      guard descriptor >= 0 else { return readMemory(into: target, atMost: limit) }
      while true {
        let received = Glibc.read(descriptor, target, limit)
        if received >= 0 { return received }
        let number = errno
        if number != EINTR { throw ImportError(errno: number, opening: name) }
      }
    }

    private func readMemory(into target: UnsafeMutablePointer<UInt8>, atMost limit: Int) -> Int {
      let length = min(limit, memory.count - memoryPosition)
      memory.withUnsafeBufferPointer { source in
        guard length > 0, let base = source.baseAddress else { return }
        target.update(from: base + memoryPosition, count: length)
      }
      memoryPosition += length
      return length
    }
  }
}
