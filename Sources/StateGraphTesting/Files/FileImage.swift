import Glibc
import StateGraphSQLite

/// The bytes of a template file, mapped into memory.
///
/// A test database is a plain copy of these bytes. The file can be removed while the image exists.
final class FileImage: @unchecked Sendable {
  // SAFETY: the bytes are mapped for reading only, and nobody changes a template file. They are
  // unmapped when the last reference ends.
  let bytes: UnsafeRawBufferPointer

  init(path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw FileSystem.failure("read", path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0,
      let address = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      address != MAP_FAILED
    else { throw FileSystem.failure("read", path: path) }
    bytes = UnsafeRawBufferPointer(start: address, count: Int(status.st_size))
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// Writes the bytes to a new file that only its owner may read and write.
  func write(to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileSystem.failure("create", path: path) }
    defer { close(descriptor) }
    guard FileBytes.write(bytes, to: descriptor) == nil else {
      let failure = FileSystem.failure("write", path: path)
      unlink(path)
      throw failure
    }
  }
}
