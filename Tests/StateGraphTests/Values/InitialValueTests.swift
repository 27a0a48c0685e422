import Foundation
import StateGraph
import TestSupport
import Testing

/// How a property gets its first value. Serialized, because all models record their evaluations in
/// one place, and use one suite of user defaults.
@Suite(.serialized) struct InitialValueTests {
  private static let evaluations = Recorder<String>()

  private static func evaluate(_ value: Int, as name: String) -> Int {
    evaluations.record(name)
    return value
  }

  final class Model {
    @GraphStored var count: Int = InitialValueTests.evaluate(1, as: "count")
    @GraphStored var note: String?
    @GraphComputed var double: Int
    let sets: Recorder<Int>

    init(count: Int? = nil) {
      self.$double = .init { [$count] _ in $count.wrappedValue * 2 }
      if let count { self.count = count }
      sets = Recorder()
    }
  }

  @Test func `an initial value is evaluated once for each object`() {
    _ = Self.evaluations.drain()
    let model = Model()
    #expect(model.count == 1)
    #expect(model.note == nil)
    #expect(Self.evaluations.drain() == ["count"])
  }

  @Test func `setting a stored property in init sets the node that a computed property captured`() {
    let model = Model(count: 5)
    #expect(model.count == 5)
    #expect(model.double == 10)
    model.count = 6
    #expect(model.double == 12)
  }

  private static let suite = "stategraph-initial-values"

  final class Settings {
    @GraphStored(backed: .userDefaults(suite: InitialValueTests.suite, key: "theme"))
    var theme: String = "light"
    @GraphStored(backed: .userDefaults(suite: InitialValueTests.suite, key: "size"))
    var size: Int?

    init() {}
    init(theme: String) { self.theme = theme }
  }

  @Test func `an initial value does not overwrite a stored value, but a set in init does`() {
    defer { UserDefaults.standard.removePersistentDomain(forName: Self.suite) }
    let first = Settings()
    #expect(first.theme == "light")
    first.theme = "dark"
    first.size = 3
    #expect(Settings().theme == "dark")
    #expect(Settings().size == 3)
    #expect(Settings(theme: "blue").theme == "blue")
    #expect(first.theme == "blue")
  }

  @Test func `a computed property without a node ends the program with a message that names it`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      final class Forgetful {
        @GraphComputed var total: Int
      }
      _ = Forgetful().total
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("Forgetful.total has no node: assign '$total' in 'init'."))
  }
}
