import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// A database file with one change of it. ``ChangePlace/check(_:before:after:)`` makes the change in
/// several places.
protocol PlacedScene: Sendable {
  var database: Database { get }

  /// Opens the file once more, as another process does that uses this library.
  func opened() throws -> Self

  /// The results of queries and of entities on the calling thread, which may be inside a write or a
  /// snapshot. A computed node that calls this function follows each of these results.
  func answers() throws -> [String]

  /// Makes the change.
  func change() throws

  /// The statements of another program that make the same change.
  var changeOfStranger: [SQL] { get }
}

/// A number of values or rows, and a place. Each of the numbers around a limit of the library is
/// combined with half of the places, because a case of so many values takes seconds.
struct PlaceCase: Sendable, CustomTestStringConvertible {
  let count: Int
  let place: ChangePlace

  var testDescription: String { "\(count), \(place)" }

  static let all = ChangePlace.allCases.flatMap { place in
    let isFirstHalf = [ChangePlace.otherThread, .write, .stranger].contains(place)
    return [0, 1, isFirstHalf ? 16_384 : 16_385].map { PlaceCase(count: $0, place: place) }
  }
}

/// A place in which a program changes a database: the thread, the transaction, and the process.
enum ChangePlace: CaseIterable, Sendable {
  case otherThread, write, undoneNestedWrite, snapshot, otherProcess
  /// Another program, which does not use this library.
  case stranger

  /// Makes the change of a scene in this place, and checks the answers before it, beside it, in it
  /// and after it.
  ///
  /// A node, a new read and a program that has just opened the file must have the same answers. The
  /// observer of the node must be called once for the change, and never for a change that is undone.
  func check(_ scene: some PlacedScene, before: [String], after: [String]) throws {
    // The thread that watches the file could still call the observer when `catchUp()` has returned.
    scene.database.foreignCommits.tracker?.stopWatching()
    let node = Computed { _ in
      do { return try scene.answers() } catch { return ["\(error)"] }
    }
    let told = Recorder<[String]>()
    let subscription = withGraphTracking { node.onChange { told.record($0) } }
    defer { subscription.cancel() }
    let expect: @Sendable ([String], String) throws -> Void = { expected, moment in
      let read = try scene.answers()
      #expect(read == expected, "a read \(moment), \(self)")
      #expect(node.wrappedValue == expected, "a node \(moment), \(self)")
    }
    try expect(before, "before")
    try make(scene, expect, before, after)
    let end = self == .undoneNestedWrite ? before : after
    try expect(end, "after")
    #expect(try scene.opened().answers() == end, "another program, \(self)")
    #expect(told.elements == (end == before ? [before] : [before, after]), "\(self)")
  }

  private func make(
    _ scene: some PlacedScene,
    _ expect: @escaping @Sendable ([String], String) throws -> Void,
    _ before: [String],
    _ after: [String]
  ) throws {
    let database = scene.database
    switch self {
    case .otherThread:
      try withThread {
        try scene.change()
        try expect(after, "on its thread")
      }
    case .write:
      try database.write {
        try scene.change()
        try expect(after, "inside")
        try withThread { try expect(before, "outside") }
      }
    case .undoneNestedWrite:
      try database.write {
        do {
          try database.write {
            try scene.change()
            try expect(after, "inside")
            throw Stop()
          }
        } catch is Stop {}
        try expect(before, "in the outer write")
      }
    case .snapshot:
      try database.read {
        try withThread {
          try scene.change()
          try expect(after, "outside")
        }
        try expect(before, "in the snapshot")
      }
    case .otherProcess:
      try scene.opened().change()
      try database.catchUp()
    case .stranger:
      let stranger = try WriterConnection.open(database.location)
      stranger.recordChanges(.never)
      for sql in scene.changeOfStranger { try stranger.run(sql) }
      try database.catchUp()
    }
  }
}

/// Texts that a C string, Swift's `==` or a small buffer could confuse.
enum StrangeText {
  static let all = [
    "", "a\0b", "a\0c", "caf\u{e9}", "cafe\u{301}", String(repeating: "x", count: 1 << 20),
  ]

  /// A short name for each of these texts in the answers of a scene, and any other text itself.
  static func label(_ text: String) -> String {
    let found = all.firstIndex {
      $0.utf8.count == text.utf8.count && Array($0.utf8) == Array(text.utf8)
    }
    return found.map { "<\($0)>" } ?? text
  }
}
