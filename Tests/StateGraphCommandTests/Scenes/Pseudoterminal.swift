import Foundation
import TestSupport

/// A terminal without a screen, for reading the output of a child process.
final class Pseudoterminal {
  /// The end of the child process.
  let terminal: FileHandle
  private let controller: Int32

  /// TIOCSPTLCK and TIOCGPTN, which Swift cannot import: they are computed by macros.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  /// - Parameter columns: The width of the terminal, or zero for an unknown width.
  init(columns: UInt16) throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: UInt32 = 0
    guard controller >= 0, ioctl(controller, Self.setLock, &lock) == 0,
      ioctl(controller, Self.getNumber, &number) == 0
    else { throw TestFailure("no terminal can be had: \(errno)") }
    let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure("the terminal cannot be opened: \(errno)") }
    // Keep the terminal from turning a line feed into two bytes.
    var attributes = termios()
    tcgetattr(descriptor, &attributes)
    cfmakeraw(&attributes)
    tcsetattr(descriptor, TCSANOW, &attributes)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else {
      throw TestFailure("the terminal has no size: \(errno)")
    }
    terminal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { close(controller) }

  /// Reads until all processes have closed the terminal, including this one.
  func readToEnd() throws -> String {
    try terminal.close()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(controller, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      // The system reports the end as an input/output error.
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
