import StateGraphFormats
import StateGraphSQLite

/// What a mapping means for one table of a plan.
struct ResolvedMapping {
  let table: TablePlan
  /// Whether members that mean nothing are dropped and no error.
  let ignoresUnknown: Bool
  private(set) var renames: [ExactName: String] = [:]
  private(set) var ignored: Set<ExactName> = []
  private(set) var splits: [ExactName: Split] = [:]
  /// Nil where there is no mapping of the table, and names that mean nothing are dropped.
  let use: MappingUse?
  /// By column.
  private(set) var constants: [(column: Int, content: JSONValue.Content)] = []
  private var dates: [Int: (reader: DateReader, form: MappedDate.Form)] = [:]
  private var nullSpellings: [Int: [String]] = [:]

  struct Split {
    let separator: [UInt8]
    let target: Target

    enum Target {
      /// The name of a nested table, and the column that its rows are told by.
      case list(String, key: ColumnSchema)
      case columns([Int])
    }
  }

  init(_ table: TablePlan, ignoresUnknown: Bool, use: MappingUse? = nil) {
    self.table = table
    self.ignoresUnknown = ignoresUnknown
    self.use = use
  }

  /// The column that a name in the input means; nil for one that means something else or nothing.
  func column(named name: String) -> Int? {
    table.columnIndex(newName(name))
  }

  /// The column that a name in a header means, as `TablePlan.columnIndex(_:among:)` has it.
  func column(named name: String, among header: [String]) -> Int? {
    let name = newName(name)
    if let column = table.columnIndex(name) { return column }
    guard table.reference(name) != nil else { return nil }
    return table.columnIndex(name, among: header.map(newName))
  }

  /// Whether a name in a header means something.
  func knows(_ name: String) -> Bool {
    let exact = ExactName(name)
    return ignored.contains(exact) || splits[exact] != nil || table.knows(newName(name))
  }

  private func newName(_ name: String) -> String { renames[ExactName(name)] ?? name }

  /// The content of a column after the spellings of NULL and of dates.
  func content(
    _ content: JSONValue.Content,
    of column: Int,
    at place: InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    if case .string(let text) = content, hasNullSpelling(text, column: column) { return .null }
    return try dated(content, of: column, at: place)
  }

  /// The content of a column after the spellings of dates.
  func dated(
    _ content: JSONValue.Content,
    of column: Int,
    at place: InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    guard let date = dates[column] else { return content }
    let timestamp: Timestamp?
    switch content {
    case .null: return .null
    case .string(let text): timestamp = date.reader.timestamp(text)
    case .integer(let integer): timestamp = date.reader.timestamp(integer)
    default: timestamp = nil
    }
    guard let timestamp else {
      throw ImportError(
        .wrongType,
        "the value is not a date as the mapping of \(target(column)) has them",
        remedy: "Mend the value, or the mapping's \"from\"",
        place: place
      )
    }
    guard let converted = timestamp.content(date.form) else {
      throw ImportError(
        .wrongType,
        "the date has a finer fraction than the mapping of \(target(column)) keeps",
        remedy: "Keep it as iso8601",
        place: place
      )
    }
    return converted
  }

  func hasNullSpelling(_ text: String, column: Int) -> Bool {
    nullSpellings[column]?.containsExactly(text) == true
  }

  func hasDate(_ column: Int) -> Bool { dates[column] != nil }

  /// The input has something for a column.
  func noteUse(ofColumn column: Int) {
    guard let use else { return }
    if dates[column] != nil { use.note(.dates, table.column(column).name) }
    if nullSpellings[column] != nil { use.note(.nulls, table.column(column).name) }
  }

  /// A link says something of itself by a member of the record that it leads to.
  func noteRecord(ofLinkBy name: String, _ column: Int) {
    use?.noteRecord()
    if renames[ExactName(name)] != nil { use?.note(.rename, name) }
    noteUse(ofColumn: column)
  }

  private func target(_ column: Int) -> String {
    "column \(printable(table.column(column).name)) of table \(printable(table.name))"
  }
}

// MARK: - Against the schema

extension ResolvedMapping {
  /// Takes in the parts of a mapping. What the schema lacks is an error at its place in there.
  mutating func add(
    _ mapping: TableMapping,
    named name: String,
    _ plan: ImportPlan,
    _ places: MappingPlaces
  ) throws(ImportError) {
    let index = plan.tableIndex(name) ?? 0
    ignored = Set(mapping.ignored.map { ExactName($0) })
    for ignoredName in mapping.ignored {
      use?.add(.ignore, ignoredName, at: places[[name, "ignore", ignoredName]])
    }
    for (old, new) in mapping.renames.sorted(by: { $0.key < $1.key }) {
      let forms: [MemberForm] = [.scalar, .object, .array]
      guard forms.contains(where: { plan.resolve(new, $0, in: index) != .unknown }) else {
        throw .unknownColumn(new, of: table, also: [], at: places[[name, "rename", old]])
      }
      renames[ExactName(old)] = new
      use?.add(.rename, old, at: places[[name, "rename", old]])
    }
    for (column, constant) in mapping.constants.sorted(by: { $0.key < $1.key }) {
      let place = places[[name, "constants", column]]
      let index = try self.index(of: column, place)
      let content = JSONValue.Content(constant)
      do {
        _ = try Cell(json: content, table.kinds[index])
      } catch {
        throw error.error(table.column(index), of: table, at: place)
      }
      constants.append((index, content))
    }
    for (old, split) in mapping.splits.sorted(by: { $0.key < $1.key }) {
      let place = places[[name, "split", old]]
      splits[ExactName(old)] = try resolve(split, in: index, plan, place)
      use?.add(.split, old, at: place)
    }
    for (column, date) in mapping.dates.sorted(by: { $0.key < $1.key }) {
      let place = places[[name, "dates", column]]
      let index = try add(date, to: column, place)
      use?.add(.dates, table.column(index).name, at: place)
    }
    for (column, texts) in mapping.nullSpellings.sorted(by: { $0.key < $1.key }) {
      let place = places[[name, "nulls", column]]
      let index = try self.index(of: column, place)
      nullSpellings[index] = texts
      use?.add(.nulls, table.column(index).name, at: place)
    }
  }

  private mutating func add(
    _ date: MappedDate,
    to column: String,
    _ place: InputPlace?
  ) throws(ImportError) -> Int {
    let index = try index(of: column, place)
    let affinity = table.column(index).affinity
    let fits = date.to == .iso8601 ? affinity != .integer && affinity != .real : affinity != .text
    guard fits else {
      throw .invalidMapping(
        "column \(printable(column)) is of type \(table.column(index).declaredType), "
          + "which does not hold \(date.to.rawValue)",
        "Choose another form with \"to\"",
        place
      )
    }
    do {
      dates[index] = (try DateReader(date.from), date.to)
    } catch {
      throw .invalidMapping(error.message, DatePatternProblem.remedy, place)
    }
    return index
  }

  private func index(of name: String, _ place: InputPlace?) throws(ImportError) -> Int {
    guard let index = table.columnIndex(name) else {
      throw .unknownColumn(name, of: table, also: [], at: place)
    }
    guard table.column(index).generation == .none else {
      throw .computedColumn(table.column(index), of: table, at: place)
    }
    return index
  }

  private func resolve(
    _ split: MappedSplit,
    in index: Int,
    _ plan: ImportPlan,
    _ place: InputPlace?
  ) throws(ImportError) -> Split {
    guard !split.separator.isEmpty else {
      throw .invalidMapping("the separator of a split is empty", "Write one", place)
    }
    let target: Split.Target
    switch split.target {
    case .columns(let names):
      var columns: [Int] = []
      for name in names { columns.append(try self.index(of: name, place)) }
      target = .columns(columns)
    case .list(let name):
      target = .list(name, key: try key(ofList: name, in: index, plan, place))
    }
    return Split(separator: Array(split.separator.utf8), target: target)
  }

  /// The column by which a text can name a row of a nested table.
  private func key(
    ofList name: String,
    in index: Int,
    _ plan: ImportPlan,
    _ place: InputPlace?
  ) throws(ImportError) -> ColumnSchema {
    let element: Int
    switch plan.resolve(name, .array, in: index) {
    case .role(.children(let table, _)): element = table
    case .role(.links(let link)):
      element = plan.tables[link.joinTable].foreignKeys[link.elementKey].parent
    case .ambiguous(let candidates):
      throw ImportError(
        .ambiguousMember,
        "\(printable(name)) could mean " + candidates.map(printable).joined(separator: " or "),
        remedy: "Import the rows from an input of their own",
        place: place
      )
    default:
      throw .invalidMapping(
        "\(printable(name)) is no table whose rows belong to those of \(printable(table.name))",
        "Name a table with a foreign key to it, or one behind a join table; or columns: […]",
        place
      )
    }
    let keys = plan.tables[element].keyIndexes
    guard keys.count == 1 else {
      throw .invalidMapping(
        "a text cannot name a row of \(printable(name)), whose key has \(keys.count) columns",
        "Import the rows from an input of their own",
        place
      )
    }
    return plan.tables[element].column(keys[0])
  }
}

extension JSONValue.Content {
  fileprivate init(_ constant: MappedConstant) {
    switch constant {
    case .text(let text): self = .string(text)
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .boolean(let boolean): self = .boolean(boolean)
    }
  }
}

extension ImportMapping {
  /// What the mapping means for each table; nil where nothing is mapped.
  ///
  /// - Parameter ignoresUnknown: Whether names that mean nothing are dropped, in every table.
  func resolved(
    _ plan: ImportPlan,
    ignoresUnknown: Bool
  ) throws(ImportError) -> [ResolvedMapping?] {
    var resolved: [ResolvedMapping?] = plan.tables.map {
      ignoresUnknown ? ResolvedMapping($0, ignoresUnknown: true) : nil
    }
    var names: [Int: String] = [:]
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      guard let index = plan.tableIndex(name) else {
        let known = plan.tables.map(\.name)
        throw .invalidMapping(
          "the database has no table \(printable(name))",
          FoldedName.nearest(to: name, among: known).map { "Did you mean \(printable($0))?" }
            ?? "Its tables are " + known.prefix(20).map(printable).joined(separator: ", "),
          places[[name]]
        )
      }
      guard names.updateValue(name, forKey: index) == nil else {
        throw .invalidMapping(
          "two parts of the mapping mean table \(printable(plan.tables[index].name))",
          "Put them together",
          places[[name]]
        )
      }
      let use = MappingUse(name, at: places[[name]])
      var mapping = ResolvedMapping(plan.tables[index], ignoresUnknown: ignoresUnknown, use: use)
      try mapping.add(table, named: name, plan, places)
      resolved[index] = mapping
    }
    return resolved
  }
}
