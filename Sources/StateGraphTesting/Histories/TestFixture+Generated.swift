import StateGraphFixtures
public import StateGraphPersistence

extension TestFixture {
  /// Creates a fixture with generated rows, which satisfy the rules of the tables.
  ///
  /// ```swift
  /// static let many = TestFixture.generated(migrations: .directory("Migrations"), rows: 50)
  /// ```
  ///
  /// - Parameters:
  ///   - migrations: The migrations that create the tables.
  ///   - rows: The number of rows of each table that `counts` does not name.
  ///   - counts: The numbers of rows of single tables, by the names of the tables.
  ///   - seed: The seed of the values. The same seed leads to the same rows.
  ///   - columns: Functions that make the values of single columns, by names such as `users.email`.
  ///     Use it if the generator finds no value that satisfies a CHECK.
  ///   - filePath: The source file, by which the package is found. Leave the default.
  public static func generated(
    migrations: MigrationSource,
    rows: Int,
    of counts: [String: Int] = [:],
    seed: UInt64 = 1,
    columns: [String: @Sendable (HistoryDraw) -> any Bindable] = [:],
    filePath: String = #filePath
  ) -> TestFixture {
    let empty = TestFixture.empty(migrations: migrations, filePath: filePath)
    var numbers = RowGenerator.Counts(each: rows)
    numbers.ofTables = counts
    var own = OwnValues()
    for (name, value) in columns { own.set(name) { value(HistoryDraw($0)).value } }
    let step = TemplateStep.generated(numbers, seed: seed, columns.isEmpty ? nil : own)
    return TestFixture(
      Template(step, on: empty.template, in: empty.package),
      package: empty.package
    )
  }
}
