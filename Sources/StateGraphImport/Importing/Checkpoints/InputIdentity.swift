import Glibc

/// The properties by which a resumed import detects that an input file has changed.
///
/// All properties are zero if the input is not a regular file, such as a pipe.
struct InputIdentity: Equatable {
  var device: Int64 = 0
  var inode: Int64 = 0
  var byteCount: Int64 = 0
  /// The time of the file's last modification, in nanoseconds since 1970.
  var modified: Int64 = 0
  /// A hash of the file's first 64 KiB.
  ///
  /// The modification time is not sufficient, because a file can change twice before the clock of
  /// the file system advances.
  var prefixHash: Int64 = 0

  private static let prefixBytes = 64 * 1024

  init() {}

  init(path: String) {
    // `stat` does not open the file. Opening a named pipe would let the writing process continue,
    // although this code reads no bytes.
    var kind = stat()
    guard path != "-", !path.utf8.contains(0), stat(path, &kind) == 0,
      kind.st_mode & S_IFMT == S_IFREG
    else { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      return
    }
    device = Int64(bitPattern: UInt64(information.st_dev))
    inode = Int64(bitPattern: UInt64(information.st_ino))
    byteCount = Int64(information.st_size)
    modified =
      Int64(information.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(information.st_mtim.tv_nsec)
    prefixHash = Self.hash(descriptor)
  }

  private static func hash(_ descriptor: Int32) -> Int64 {
    var prefix = [UInt8](repeating: 0, count: prefixBytes)
    var count = 0
    while count < prefix.count {
      let received = prefix.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      guard received > 0 else { break }
      count += received
    }
    var hash = StableHash()
    hash.combine(prefix.prefix(count))
    return hash.value
  }
}

/// The 64-bit hash FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
///
/// Unlike Swift's `Hasher`, this hash has the same value in every process. Do not use it for keys
/// from an input, because an attacker could choose many keys with the same hash.
struct StableHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  var value: Int64 { Int64(bitPattern: state) }

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// Adds a text and a byte that marks the end of the text.
  ///
  /// Without this byte, the texts "ab", "c" and the texts "a", "bc" would have the same hash.
  mutating func combine(_ text: String?) {
    combine(text.map { [1] + Array($0.utf8) + [0] } ?? [2])
  }
}
