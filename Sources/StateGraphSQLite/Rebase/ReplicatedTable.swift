/// A replicated table, with the columns whose values rules of the schema compare between rows.
struct ReplicatedTable: Sendable {
  let schema: TableSchema
  /// The columns of the UNIQUE indexes other than that of the primary key.
  let uniqueColumns: Set<Int>
  /// The columns by which rows of this table refer to other rows.
  let referringColumns: Set<Int>
  /// The columns to which foreign keys of any table refer.
  let referencedColumns: Set<Int>
  /// The tables to which rows of this table refer.
  let parents: Set<ByteText>

  init(_ schema: TableSchema, among tables: [TableSchema]) {
    self.schema = schema
    uniqueColumns = schema.columnsOfUniqueIndexes
    var (referring, parents): (Set<Int>, Set<ByteText>) = ([], [])
    for key in schema.foreignKeys {
      referring.formUnion(key.columns.compactMap(schema.columnIndex))
      if let parent = tables.first(where: { $0.name.isSameName(as: key.referencedTable) }) {
        parents.insert(ByteText(parent.name))
      }
    }
    (referringColumns, self.parents) = (referring, parents)
    let references = tables.lazy.flatMap(\.foreignKeys).filter {
      $0.referencedTable.isSameName(as: schema.name)
    }
    referencedColumns = Set(
      references.flatMap { $0.referencedColumns.compactMap(schema.columnIndex) }
    )
  }
}

/// The tables of a replicated file, as of one version of the schema.
struct ReplicatedTables: Sendable {
  /// All tables of the file. Tables that are not replicated can refer to replicated rows.
  let all: [TableSchema]
  private let replicated: [ByteText: ReplicatedTable]

  /// - Parameters:
  ///   - all: All tables of the file.
  ///   - isReplicated: Returns whether the server has the table too.
  init(_ all: [TableSchema], isReplicated: (TableSchema) -> Bool) {
    self.all = all
    var replicated: [ByteText: ReplicatedTable] = [:]
    for table in all where isReplicated(table) {
      replicated[ByteText(table.name)] = ReplicatedTable(table, among: all)
    }
    self.replicated = replicated
  }

  subscript(name: ByteText) -> ReplicatedTable? { replicated[name] }

  /// The replicated tables in the order of their names.
  var sorted: [ReplicatedTable] {
    replicated.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension ReplicatedTables {
  /// Reads the schema of a replicated file.
  init(of replica: Replica, on connection: Connection) throws(DatabaseError) {
    let names = Set(replica.tables.map { ByteText($0) })
    self.init(try SchemaReader(connection).tables()) { names.contains(ByteText($0.name)) }
  }
}
