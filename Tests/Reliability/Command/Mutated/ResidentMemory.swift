import Glibc

/// The greatest growth of the resident memory of the process since the call of `init`.
struct ResidentMemory {
  private let before: Int?

  init() {
    // Resets the peak value (proc(5), clear_refs).
    let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    if descriptor >= 0 {
      _ = write(descriptor, "5", 1)
      close(descriptor)
    }
    before = ResidentMemory.bytes("VmRSS:")
  }

  /// The growth in bytes; nil if the system does not report it.
  var grownBytes: Int? {
    guard let before, let most = ResidentMemory.bytes("VmHWM:") else { return nil }
    return most - before
  }

  private static func bytes(_ name: String) -> Int? {
    guard let text = try? FileContents.readAll("/proc/self/status") else { return nil }
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix(name) {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap { Int($0) }.map { $0 << 10 }
    }
    return nil
  }
}
