import StateGraphThreads

/// Finds templates that wait for each other, which would otherwise never end.
///
/// The code of a fixture can use fixtures. If it uses its own one, or if two fixtures use each
/// other on two threads, each preparation would wait for the end of the other one.
enum TemplateWaits {
  /// The template that the current task prepares. A thread or a detached task that the code of a
  /// fixture starts is not known to belong to the preparation.
  @TaskLocal private static var current: ObjectIdentifier?

  /// For each template in preparation, the template whose end it waits for.
  private static let waits = Guarded<[ObjectIdentifier: ObjectIdentifier]>([:])

  /// Runs the preparation of a template.
  static func preparing<Result>(_ template: Template, body: () throws -> Result) rethrows
    -> Result
  {
    try $current.withValue(ObjectIdentifier(template), operation: body)
  }

  /// Runs code that waits for a template.
  ///
  /// - Throws: ``TestDatabaseError`` with `.misuse` if the template waits for this code.
  static func waiting<Result>(for template: Template, _ body: () throws -> Result) throws -> Result
  {
    guard let current else { return try body() }
    let wanted = ObjectIdentifier(template)
    let isCycle = waits.withLock { waits in
      var next: ObjectIdentifier? = wanted
      while let place = next, place != current { next = waits[place] }
      if next == nil { waits[current] = wanted }
      return next != nil
    }
    guard !isCycle else {
      throw TestDatabaseError(
        .misuse,
        "The code of a fixture uses a fixture that waits for this code.",
        remedy: "Use the database that the closure of adding(_:) receives, or another fixture."
      )
    }
    defer { _ = waits.withLock { $0.removeValue(forKey: current) } }
    return try body()
  }
}
