import StateGraphFormats
import StateGraphSQLite

/// Converts the names in one table's column mapping to indices of columns.
///
/// A name that the schema does not contain is an error, which shows the position of the name in the
/// mapping file.
struct MappingResolver {
  /// The name of the table exactly as in the mapping. It is part of the keys in `MappingPlaces`.
  private let name: String
  private let index: Int
  private let plan: ImportPlan
  private let places: MappingPlaces
  private let use: MappingUse
  private var table: TablePlan { plan.tables[index] }

  private init(
    _ name: String,
    index: Int,
    plan: ImportPlan,
    places: MappingPlaces,
    use: MappingUse
  ) {
    (self.name, self.index, self.plan) = (name, index, plan)
    (self.places, self.use) = (places, use)
  }

  private func resolve(_ mapping: TableMapping) throws(ImportError) -> ResolvedMapping.Parts {
    var parts = ResolvedMapping.Parts()
    for ignored in mapping.ignored {
      parts.ignored.insert(ExactName(ignored))
      use.add(.ignore, name: ignored, at: place("ignore", entry: ignored))
    }
    for (old, new) in mapping.renames.sorted(by: { $0.key < $1.key }) {
      let place = place("rename", entry: old)
      let forms: [MemberForm] = [.scalar, .object, .array]
      guard forms.contains(where: { plan.resolve(new, form: $0, in: index) != .unknown }) else {
        throw .unknownColumn(new, of: table, also: [], at: place)
      }
      parts.renames[ExactName(old)] = new
      use.add(.rename, name: old, at: place)
    }
    for (column, constant) in mapping.constants.sorted(by: { $0.key < $1.key }) {
      parts.constants.append(
        try resolve(constant, for: column, place: place("constants", entry: column))
      )
    }
    for (old, split) in mapping.splits.sorted(by: { $0.key < $1.key }) {
      let place = place("split", entry: old)
      parts.splits[ExactName(old)] = try resolve(split, place: place)
      use.add(.split, name: old, at: place)
    }
    for (column, date) in mapping.dates.sorted(by: { $0.key < $1.key }) {
      let place = place("dates", entry: column)
      let index = try columnIndex(column, place: place)
      parts.dates[index] = try resolve(date, for: index, place: place)
      use.add(.dates, name: table.column(index).name, at: place)
    }
    for (column, texts) in mapping.nullSpellings.sorted(by: { $0.key < $1.key }) {
      let place = place("nulls", entry: column)
      let index = try columnIndex(column, place: place)
      parts.nullSpellings[index] = texts
      use.add(.nulls, name: table.column(index).name, at: place)
    }
    for (column, values) in mapping.values.sorted(by: { $0.key < $1.key }) {
      let place = place("values", entry: column)
      let index = try columnIndex(column, place: place)
      for (text, value) in values.sorted(by: { $0.key < $1.key }) {
        parts.values[index, default: []].append(
          (text, try resolve(value, for: column, place: place))
        )
      }
      use.add(.values, name: table.column(index).name, at: place)
    }
    return parts
  }

  private func place(_ part: String, entry: String) -> InputPlace? {
    places[[name, part, entry]]
  }

  private func columnIndex(_ name: String, place: InputPlace?) throws(ImportError) -> Int {
    guard let index = table.columnIndex(name) else {
      throw .unknownColumn(name, of: table, also: [], at: place)
    }
    guard table.column(index).generation == .none else {
      throw .computedColumn(table.column(index), of: table, at: place)
    }
    return index
  }

  private func resolve(
    _ constant: MappedConstant,
    for column: String,
    place: InputPlace?
  ) throws(ImportError) -> ResolvedMapping.Constant {
    let index = try columnIndex(column, place: place)
    let content = JSONValue.Content(constant)
    do {
      let cell = try Cell(json: content, table.kinds[index])
      return ResolvedMapping.Constant(column: index, content: content, cell: cell)
    } catch {
      throw error.error(table.column(index), of: table, at: place)
    }
  }

  private func resolve(
    _ date: MappedDate,
    for index: Int,
    place: InputPlace?
  ) throws(ImportError) -> DateConversion {
    let column = table.column(index)
    let isText = date.to == .iso8601
    let fits =
      isText ? column.affinity != .integer && column.affinity != .real : column.affinity != .text
    guard fits else {
      throw .invalidMapping(
        "column \(printable(column.name)) has the type \(column.declaredType), "
          + "which does not hold \(date.to.rawValue)",
        remedy: "Choose another form with \"to\"",
        place: place
      )
    }
    do {
      return DateConversion(reader: try DateReader(date.from), form: date.to)
    } catch {
      throw .invalidMapping(error.message, remedy: DatePatternProblem.remedy, place: place)
    }
  }

  private func resolve(
    _ split: MappedSplit,
    place: InputPlace?
  ) throws(ImportError) -> TextSplit {
    guard !split.separator.isEmpty else {
      throw .invalidMapping(
        "the separator of a split is empty",
        remedy: "Give a separator",
        place: place
      )
    }
    let target: TextSplit.Target
    switch split.target {
    case .columns(let names):
      var columns: [Int] = []
      for name in names { columns.append(try columnIndex(name, place: place)) }
      target = .columns(columns)
    case .list(let name):
      target = try listTarget(name, place: place)
    }
    return TextSplit(separator: Array(split.separator.utf8), target: target)
  }

  private func listTarget(
    _ name: String,
    place: InputPlace?
  ) throws(ImportError) -> TextSplit.Target {
    let (role, element) = try nestedTable(name, place: place)
    let keys = plan.tables[element].keyIndexes
    guard keys.count == 1 else {
      throw .invalidMapping(
        "one text cannot identify a row of \(printable(name)), whose key has \(keys.count) columns",
        remedy: "Import the rows from an input of their own",
        place: place
      )
    }
    return .list(name: name, role: role, key: plan.tables[element].column(keys[0]))
  }

  private func nestedTable(
    _ name: String,
    place: InputPlace?
  ) throws(ImportError) -> (role: MemberRole, table: Int) {
    switch plan.resolve(name, form: .array, in: index) {
    case .role(.children(let child, let key)):
      return (.children(table: child, foreignKey: key), child)
    case .role(.links(let link)):
      return (.links(link), plan.tables[link.joinTable].foreignKeys[link.elementKey].parent)
    case .ambiguous(let candidates):
      throw ImportError(
        .ambiguousMember,
        "\(printable(name)) could mean " + candidates.map(printable).joined(separator: " or "),
        remedy: "Import the rows from an input of their own",
        place: place
      )
    default:
      throw .invalidMapping(
        "\(printable(name)) is not a table whose rows belong to rows of \(printable(table.name))",
        remedy:
          "Name a table with a foreign key to it, or one behind a join table; or columns: […]",
        place: place
      )
    }
  }
}

extension JSONValue.Content {
  init(_ constant: MappedConstant) {
    switch constant {
    case .text(let text): self = .string(text)
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .boolean(let boolean): self = .boolean(boolean)
    }
  }
}

extension MappingResolver {
  /// Returns the column mapping of each table, in the order of `plan`.
  ///
  /// An element is nil if its table needs no mapping.
  ///
  /// - Parameters:
  ///   - mapping: The mapping of the request.
  ///   - plan: The tables of the database.
  ///   - ignoresUnknown: Whether the import ignores names that a table does not have. If true, no
  ///     element is nil.
  /// - Throws: An error if the mapping contains a name that the schema does not have.
  static func resolve(
    _ mapping: ImportMapping,
    plan: ImportPlan,
    ignoresUnknown: Bool
  ) throws(ImportError) -> [ResolvedMapping?] {
    var resolved: [ResolvedMapping?] = plan.tables.map {
      ignoresUnknown ? ResolvedMapping($0, ignoresUnknown: true) : nil
    }
    var names: [Int: String] = [:]
    for (name, table) in mapping.tables.sorted(by: { $0.key < $1.key }) {
      let place = mapping.places[[name]]
      guard let index = plan.tableIndex(name) else {
        let known = plan.tables.map(\.name)
        throw .invalidMapping(
          "the database has no table \(printable(name))",
          remedy: FoldedName.nearest(to: name, among: known).map {
            "Did you mean \(printable($0))?"
          }
            ?? "Its tables are " + known.prefix(20).map(printable).joined(separator: ", "),
          place: place
        )
      }
      guard names.updateValue(name, forKey: index) == nil else {
        throw .invalidMapping(
          "two parts of the mapping are for table \(printable(plan.tables[index].name))",
          remedy: "Put them together",
          place: place
        )
      }
      let use = MappingUse(name, at: place)
      let resolver = MappingResolver(
        name,
        index: index,
        plan: plan,
        places: mapping.places,
        use: use
      )
      resolved[index] = ResolvedMapping(
        plan.tables[index],
        parts: try resolver.resolve(table),
        ignoresUnknown: ignoresUnknown,
        use: use
      )
    }
    return resolved
  }
}
