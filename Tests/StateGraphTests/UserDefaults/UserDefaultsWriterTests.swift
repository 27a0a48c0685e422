import Foundation
import StateGraph
import Synchronization
import TestSupport
import Testing

@testable import StateGraphUserDefaults

@Suite struct UserDefaultsWriterTests {
  /// Another thread can take a change and then wait for its turn to write files. Code that saves
  /// all changes in the meantime, such as the exit handler, must wait for that change.
  @Test func `all changes are in the file after a save, also those of another thread`() throws {
    let suite = DefaultsSuite()
    let count = suite.node("count", 0)
    let file = URL(fileURLWithPath: suite.file)
    let isDone = Atomic(false)
    let saver = BackgroundThread {
      while !isDone.load(ordering: .acquiring) { UserDefaultsWriter.shared.savePending() }
    }
    defer { isDone.store(true, ordering: .releasing) }
    for number in 1...(UserDefaultsWriter.waitingSetsPerSecond + 500) {
      count.wrappedValue = number
      UserDefaultsWriter.shared.savePending()
      let contents = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: file),
        format: nil
      )
      #expect((contents as? [String: Any])?["count"] as? Int == number)
    }
    isDone.store(true, ordering: .releasing)
    try saver.join()
  }
}
