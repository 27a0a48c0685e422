import StateGraphFixtures
public import StateGraphPersistence

extension TestDatabase {
  /// Observes a relationship, a query or another computed node, and records each value that it
  /// gets.
  ///
  /// ```swift
  /// let seen = try db.record(ada.$orders)
  /// try EntityStore<Order>(db.database).remove(first.typedID)
  /// try seen.expect("[@first]\n[]")
  /// ```
  ///
  /// - Parameter node: The node to observe.
  /// - Throws: ``TestDatabaseError`` outside of a test.
  public func record<Value: Sendable>(_ node: Computed<Value>) throws -> ValueRecord {
    let opened = try openCase()
    let printer = opened.clone.template.printer
    return ValueRecord(opened) { note in
      node.onChange { value in note(printer.text(of: value)) }
    }
  }

  /// Observes a property, and records each value that it gets.
  ///
  /// - Parameter node: The node to observe, such as `ada.$name`.
  /// - Throws: ``TestDatabaseError`` outside of a test.
  public func record<Value: Sendable>(_ node: Stored<Value>) throws -> ValueRecord {
    let opened = try openCase()
    let printer = opened.clone.template.printer
    return ValueRecord(opened) { note in
      node.onChange { value in note(printer.text(of: value)) }
    }
  }
}

extension RowPrinter {
  /// Returns a recorded value as text: an entity as its label, and an array as its elements in
  /// brackets.
  fileprivate func text(of value: Any) -> String {
    if let entity = value as? any Entity { return text(ofEntity: entity) }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    }
    if let array = value as? [Any] {
      return "[" + array.map { text(of: $0) }.joined(separator: ", ") + "]"
    }
    return "\(value)"
  }
}
