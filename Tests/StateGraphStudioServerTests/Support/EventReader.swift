#if Studio
import Foundation
import TestSupport

/// Reads the events of a stream, and applies those of windows as the page does.
final class EventReader: @unchecked Sendable {
  // SAFETY: One thread at a time uses an object.
  private let connection: HTTPConnection
  private var rest: [UInt8] = []
  private(set) var id = ""
  /// The rows of the windows, by the ids of the windows.
  private(set) var rows: [String: [[String: Any]]] = [:]
  private(set) var states: [String: String] = [:]
  private(set) var eventCount = 0

  init(_ studio: RunningStudio, token: String) throws {
    connection = try HTTPConnection(port: studio.port)
    try connection.send(studio.head("GET", "/api/v1/stream", token: token))
    guard let head = try connection.readHead(), head.status == 200 else {
      throw TestFailure("the stream was refused")
    }
    guard let hello = try next(), hello.name == "hello" else { throw TestFailure("no hello") }
    id = hello.data["stream"].text ?? ""
  }

  struct Event {
    let name: String
    let data: JSON
  }

  /// Returns the next event. Nil at the end of the stream.
  func next() throws -> Event? {
    while true {
      if let end = rest.indices.dropLast().first(where: { rest[$0] == 10 && rest[$0 + 1] == 10 }) {
        let lines = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\n")
        rest.removeFirst(end + 2)
        guard lines.count == 2 else { continue }
        let event = Event(
          name: String(lines[0].dropFirst("event: ".count)),
          data: try JSON(Array(lines[1].dropFirst("data: ".count).utf8))
        )
        apply(event)
        return event
      }
      guard let chunk = try connection.readChunk() else { return nil }
      rest += chunk
    }
  }

  /// Returns the next event of a window. Nil at the end of the stream.
  func nextView() throws -> Event? {
    while let event = try next() {
      if event.name == "view" { return event }
    }
    return nil
  }

  private func apply(_ event: Event) {
    guard event.name == "view", let view = event.data["view"].text else { return }
    eventCount += 1
    states[view] = event.data["state"].text
    guard event.data["rows"].value != nil else { return }
    let old = rows[view] ?? []
    rows[view] = event.data["rows"].array.map { element in
      guard let from = element["from"].integer else { return element.object ?? [:] }
      var row = old[from]
      var values = row["values"] as? [Any] ?? []
      for (index, value) in element["cells"].object ?? [:] { values[Int(index) ?? 0] = value }
      row["values"] = values
      return row
    }
  }

  /// Reads events until `isWanted` is true for the rows of a window.
  func wait(for view: String, until isWanted: ([[String: Any]]) -> Bool) throws {
    while !(rows[view].map(isWanted) ?? false) {
      guard try next() != nil else { throw TestFailure("the stream has ended") }
    }
  }
}
#endif
