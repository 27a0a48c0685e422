import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Infers the tables, keys and references from the records of all inputs. Each kind of record
/// becomes a table. Nested records also need foreign keys and join tables.
struct SchemaAssembly {
  let tables: [InferredTable]
  /// One element for each problem that an import of these inputs will have, as a sentence without a
  /// full stop.
  private(set) var warnings: [String] = []

  init(
    _ roots: [RecordShape],
    missingKeys: MissingKeyPolicy,
    in area: StagingArea
  ) throws(ImportError) {
    let tables = InferredTables()
    let kinds = roots.map { RecordKind(root: $0) }
    for kind in kinds {
      for shape in kind.shapes where shape.role == .root {
        try tables.table(kind.member).add(shape)
      }
    }
    for kind in kinds { Self.nameKeys(below: kind, tables) }
    let keys = KeyChoice(area: area, missingKeys: missingKeys)
    let unnested = tables.all
    for table in unnested { try keys.choose(for: table, among: unnested) }
    let nesting = NestedTables(tables, keys: keys)
    for kind in kinds { try nesting.place(kind, in: tables.table(kind.member)) }
    try nesting.finish(roots.map { ($0, tables.table(FoldedName.snakeCase($0.name))) })
    // A table without columns was tried for some nested records, but another table was chosen.
    self.tables = tables.all.filter { !$0.columns.isEmpty }
    // A key can refer to a key that itself refers to another one, so types can change in several
    // rounds.
    while self.tables.map({ $0.setReferringTypes(tables.all) }).contains(true) {}
    warnings =
      Self.quoteWarnings(roots) + Self.headerWarnings(roots) + Self.badRecordWarnings(roots)
      + Self.numberWarnings(roots) + roots.flatMap(NullWords.warnings)
      + Self.booleanWarnings(roots) + roots.compactMap(RecordPlace.warning) + nesting.warnings
    var search = ReferenceSearch(self.tables, in: area)
    try search.run()
    for table in self.tables {
      guard let dangling = try search.mentionsOfNothing(in: table) else { continue }
      let records =
        dangling.missing == 1
        ? "1 nested record consists" : "\(dangling.missing) nested records consist"
      warnings.append(
        "\(table.name): \(records) of a key alone, and no record describes the row (the first such "
          + "member is at \(commentText("\(dangling.place)"))): import with --dangling null or "
          + "keep, or together with the file that describes them"
      )
    }
  }

  /// Sets ``InferredTable/namedKey`` of the tables whose records are not nested: the member by
  /// which nested records of the same name refer to their rows.
  private static func nameKeys(below kind: RecordKind, _ tables: InferredTables) {
    var seen: [RecordKind] = []
    var waiting = kind.members
    while let next = waiting.popLast() {
      if seen.contains(where: { $0 === next }) { continue }
      seen.append(next)
      waiting += next.members
      guard let key = next.key else { continue }
      for name in [next.member, EnglishNoun.plural(next.member)] {
        guard let table = tables.named(name), table.namedKey == nil else { continue }
        table.namedKey = key
      }
    }
  }

  private static func badRecordWarnings(_ roots: [RecordShape]) -> [String] {
    roots.compactMap { root in
      guard let place = root.firstBadRecord else { return nil }
      let records =
        root.badRecords == 1
        ? "1 record cannot be read" : "\(root.badRecords) records cannot be read"
      return "\(root.name): \(records), the first at \(commentText("\(place)")): import with "
        + "--on-error reject or skip"
    }
  }

  /// Returns a warning for the columns of each table whose values are numbers that the import reads
  /// only with an option. The option depends on what a comma means.
  private static func numberWarnings(_ roots: [RecordShape]) -> [String] {
    roots.flatMap { root -> [String] in
      let texts = root.columns.filter { column in
        column.type.sql == "TEXT" && column.stringCount + column.booleanCount == 0
          && (column.fieldCount == column.valueCount || column.lenientFields.areReals)
      }
      let fractions = texts.filter {
        $0.lenientFields.mayHaveFractions
          && (root.commasMayBeFractions || $0.lenientFields.commas.hasFractions)
      }
      let names = fractions.map(\.name)
      let others = texts.filter {
        !names.containsExactly($0.name) && $0.lenientFields.type($0.inexactInteger) != nil
      }
      let grouped = Dictionary(grouping: texts.filter { $0.lenientFields.groupOptions != nil }) {
        $0.lenientFields.groupOptions ?? ""
      }
      let isGrouped = fractions.contains { $0.lenientFields.hasPoint }
      let unit = fractions.map(\.lenientFields.lenientOption).max() ?? ""
      let hasComma = others.contains { $0.lenientFields.hasComma }
      return [
        numberWarning(
          root,
          columns: fractions,
          options: "--decimal ','" + (isGrouped ? " --group '.'" : "") + unit
        ),
        numberWarning(
          root,
          columns: others,
          options: "--numbers lenient"
            + (hasComma
              ? ", which reads 1,500 as 1500, or where a comma begins the fraction with "
                + "--decimal ','" : "")
        ),
      ].compactMap { $0 }
        + grouped.sorted { $0.key < $1.key }.compactMap {
          numberWarning(root, columns: $0.value, options: $0.key)
        }
    }
  }

  private static func numberWarning(
    _ root: RecordShape,
    columns: [ColumnProfile],
    options: String
  ) -> String? {
    guard let place = columns.first?.lenientFields.first else { return nil }
    let names = columns.map { commentText($0.name) }.joined(separator: ", ")
    return "\(root.name): all values of \(names) are numbers, but not in the form of SQLite (the "
      + "first is at \(commentText("\(place)"))), so they are stored as text: for numbers, infer "
      + "and import with \(options)"
  }

  private static func booleanWarnings(_ roots: [RecordShape]) -> [String] {
    roots.flatMap { root in
      root.columns.compactMap { column in
        guard column.booleanCount > 0, column.type.sql == "ANY" else { return nil }
        return
          "\(root.name): \(commentText(column.name)) has booleans beside other values, which are "
          + "stored as 1 and 0"
      }
    }
  }

  private static func quoteWarnings(_ roots: [RecordShape]) -> [String] {
    roots.compactMap { root -> String? in
      guard let place = root.strayQuotes.first else { return nil }
      let count = root.strayQuotes.count
      let fields = count == 1 ? "1 field contains" : "\(count) fields contain"
      return "\(root.name): \(fields) a quote without being in quotes, the first at "
        + commentText("\(place)") + root.strayQuotes.remedy
    }
  }

  private static func headerWarnings(_ roots: [RecordShape]) -> [String] {
    roots.compactMap { root in
      root.firstBlankName.map {
        "\(root.name): a name in the header begins or ends with a blank, the first at "
          + commentText("\($0)") + ": pass --trim, which ignores blanks around fields"
      }
    }
      + roots.compactMap { root in
        root.headerBelowNames.map {
          "\(root.name): the record at \(commentText("\($0)")) is probably a header: pass "
            + "--skip-lines \($0.line) to replace it by --columns"
        }
      }
      + roots.compactMap { root in
        root.numberInHeader.map {
          "\(root.name): the first line has a number at \(commentText("\($0)")), where the name of "
            + "a column belongs: pass --no-header if this line is a record"
        }
      }
  }
}
