import StateGraphFixtures
import StateGraphNormalization
public import StateGraphPersistence

/// Makes the random decisions for a rule of a ``History``: numbers, choices, entities and rows.
///
/// A rule must make all its random decisions with this object, because a failed history is repeated
/// with the same or simpler decisions. Use the object during the call that receives it, and on the
/// same thread.
public final class HistoryDraw {
  private let choices: ChoiceSequence
  private let database: TestDatabase?
  private let live: LiveChecks
  private let own: OwnValues
  /// One element for each decision that the rule has made: the call and its result, such as
  /// `boolean() → true`.
  private(set) var steps: [String] = []

  init(
    _ choices: ChoiceSequence,
    database: TestDatabase? = nil,
    live: LiveChecks = LiveChecks(),
    own: OwnValues = OwnValues()
  ) {
    self.choices = choices
    self.database = database
    self.live = live
    self.own = own
  }

  /// Returns a random number of a range. When a failed history is shortened, the number becomes
  /// smaller, as long as the history fails.
  public func integer(_ range: ClosedRange<Int>) -> Int {
    let count = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    let choice = choices.below(count == .max ? .max : count + 1)
    return note("integer(\(range))", value: range.lowerBound &+ Int(truncatingIfNeeded: choice)) {
      "\($0)"
    }
  }

  /// Returns true or false at random. False is the simpler decision, which a shortened history
  /// prefers.
  public func boolean() -> Bool { note("boolean()", value: choices.below(2) == 1) { "\($0)" } }

  /// Returns a random element of an array. The first element is the simplest decision, which a
  /// shortened history prefers.
  ///
  /// - Throws: ``HistorySkip`` if the array is empty.
  public func choice<Value>(_ values: [Value]) throws -> Value {
    guard let value = choices.element(of: values) else { throw HistorySkip() }
    return note("choice(…)", value: value) { "\($0)" }
  }

  /// Returns the entity of a random row of a table.
  ///
  /// After this call, the history compares the live query and the properties of all entities of
  /// this type with the database after each step, and also the to-many relationships of this
  /// entity.
  ///
  /// - Parameter type: The type of the entity.
  /// - Throws: ``HistorySkip`` if the table is empty. The errors of opening the store of the type.
  public func entity<Element: Entity>(_ type: Element.Type) throws -> Element {
    let database = try openDatabase()
    let check = try live.check(type, in: database)
    let entities = try check.store.query.fetch()
    guard let entity = choices.element(of: entities) else { throw HistorySkip() }
    check.use(entity)
    let printer = try database.openCase().clone.template.printer
    return note("entity(\(type).self)", value: entity) { printer.text(ofEntity: $0) }
  }

  /// Makes new rows of a table, which ``GeneratedRows/insert()`` can insert. They satisfy the rules
  /// of the table, and refer to existing rows.
  ///
  /// ```swift
  /// try draw.rows(Order.self, 1...5).insert()
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the entity.
  ///   - range: The possible numbers of rows.
  /// - Throws: ``TestDatabaseError`` with `.misuse` if the generator cannot satisfy a rule.
  ///   ``HistorySkip`` if the table refers to a table without rows.
  public func rows<Element: Entity>(
    _ type: Element.Type,
    _ range: ClosedRange<Int>
  ) throws -> GeneratedRows {
    let database = try openDatabase().database
    let count = range.lowerBound + choices.below(range.count)
    let choices = choices
    let made: (TableSchema, [[SQLiteValue]])
    do {
      made = try database.write {
        try database.withWriter { connection in
          try RowGenerator(connection, own: own) { _ in choices }
            .rows(of: Element._$definition.table, count: count)
        }
      }
    } catch let error as GenerationError {
      if error.isMissingParent { throw HistorySkip() }
      throw TestDatabaseError(.misuse, "\(error.message).", remedy: error.remedy + ".")
    }
    let rows = GeneratedRows(database: database, table: made.0, values: made.1)
    return note("rows(\(type).self, \(range))", value: rows) { _ in "\(count) rows" }
  }

  private func openDatabase() throws -> TestDatabase {
    guard let database else {
      throw TestDatabaseError(.misuse, "The values of a column cannot depend on the database.")
    }
    return database
  }

  private func note<Value>(_ call: String, value: Value, text: (Value) -> String) -> Value {
    steps.append("\(call) → \(text(value))")
    return value
  }
}

/// An error that a rule of a ``History`` throws if it cannot be used at the moment. The history
/// continues with another rule.
///
/// ```swift
/// guard order.state == "open" else { throw HistorySkip() }
/// ```
///
/// A rule must throw this error before it has changed anything.
public struct HistorySkip: Error, Sendable {
  /// Creates the error.
  public init() {}
}
