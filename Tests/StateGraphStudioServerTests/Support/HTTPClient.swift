#if Studio
import Foundation
import TestSupport

/// A connection to a server, which sends bytes as a test wants them.
final class HTTPConnection: @unchecked Sendable {
  // SAFETY: One thread at a time uses an object.
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var timeout = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &timeout,
      socklen_t(MemoryLayout<timeval>.size)
    )
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw TestFailure("cannot connect: \(errno)") }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestFailure("cannot send: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Receives bytes. Returns false at the end of the connection.
  private func receive() throws -> Bool {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    var count = recv(descriptor, &part, part.count, 0)
    while count < 0, errno == EINTR { count = recv(descriptor, &part, part.count, 0) }
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw TestFailure("nothing received: \(errno)") }
    buffer += part[..<count]
    return count > 0
  }

  /// Returns the bytes before `mark`, and removes both. Nil if the connection ends before.
  func read(upTo mark: String) throws -> [UInt8]? {
    let mark = Array(mark.utf8)
    var start = 0
    while true {
      if buffer.count >= mark.count {
        for index in start...(buffer.count - mark.count)
        where buffer[index..<(index + mark.count)].elementsEqual(mark) {
          let found = Array(buffer[..<index])
          buffer.removeFirst(index + mark.count)
          return found
        }
        start = buffer.count - mark.count + 1
      }
      guard try receive() else { return nil }
    }
  }

  func read(count: Int) throws -> [UInt8] {
    while buffer.count < count {
      guard try receive() else { throw TestFailure("the answer is cut off") }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// Returns the next chunk of a body. Nil after the last one.
  func readChunk() throws -> [UInt8]? {
    guard let line = try read(upTo: "\r\n"),
      let count = Int(String(decoding: line, as: UTF8.self), radix: 16)
    else { throw TestFailure("the answer is cut off") }
    let chunk = try read(count: count)
    _ = try read(upTo: "\r\n")
    return count == 0 ? nil : chunk
  }

  func readHead() throws -> HTTPAnswer? {
    guard let head = try read(upTo: "\r\n\r\n") else { return nil }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return HTTPAnswer(status: status, headers: headers)
  }

  /// Reads a whole answer. Nil if the server closes the connection without one.
  func readAnswer() throws -> HTTPAnswer? {
    guard var answer = try readHead() else { return nil }
    if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
      answer.body = try read(count: length)
    } else if answer.headers["transfer-encoding"] == "chunked" {
      while let chunk = try readChunk() { answer.body += chunk }
    }
    return answer
  }
}

struct HTTPAnswer: Sendable {
  let status: Int
  let headers: [String: String]
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  var json: JSON {
    get throws { try JSON(body) }
  }

  /// The code of an error, or nil.
  var code: String? { try? json["error"]["code"].text }
}
#endif
