import StateGraphFormats

extension ImportTarget {
  /// Returns the inputs of a request in the order in which the import reads them.
  ///
  /// A directory is replaced by its files.
  ///
  /// - Throws: An error if an input occurs twice, or if it is a file of the database.
  static func targets(
    of request: ImportRequest,
    into database: String,
    _ plan: ImportPlan
  ) throws(ImportError) -> (targets: [ImportTarget], skipped: [SkippedInput]) {
    var targets: [ImportTarget] = []
    var skipped: [SkippedInput] = []
    var seen: [FileIdentity: [ImportTarget]] = [:]
    var readsStandardInput = false
    let databaseFiles = FileIdentity.files(ofDatabase: database)
    for input in try filesOfDirectories(request, database: database, skipped: &skipped) {
      let identity = FileIdentity(path: input.path)
      // The check uses no open descriptor, because closing one would release SQLite's locks on the
      // database (https://sqlite.org/howtocorrupt.html).
      if let identity, databaseFiles.contains(identity) { throw .inputIsDatabase(input.path) }
      let target = try ImportTarget(input, plan: plan)
      if input.path == "-" {
        guard !readsStandardInput else { throw .sameInput(input.path, earlier: input.path) }
        readsStandardInput = true
      }
      if let identity {
        let earlier = seen[identity, default: []]
        if let same = earlier.first(where: { $0.readsTheSame(as: target) }) {
          throw .sameInput(input.path, earlier: same.input.path)
        }
        seen[identity] = earlier + [target]
      }
      targets.append(target)
    }
    return (request.keepsOrder ? targets : parentsFirst(targets, plan: plan), skipped)
  }

  private static func filesOfDirectories(
    _ request: ImportRequest,
    database: String,
    skipped: inout [SkippedInput]
  ) throws(ImportError) -> [ImportInput] {
    var inputs: [ImportInput] = []
    for input in request.inputs {
      guard
        let directory = try InputDirectory(
          path: input.path,
          database: database,
          format: input.format
        )
      else {
        inputs.append(input)
        continue
      }
      skipped += directory.skipped
      for entry in directory.skipped { request.didSkip?(entry) }
      for path in directory.files {
        var file = input
        file.path = path
        inputs.append(file)
      }
    }
    return inputs
  }

  /// Returns whether two inputs of the same file contain the same records.
  ///
  /// One JSON document can contain records of several tables, each under another root key. The
  /// inputs are therefore different if they have different tables or roots.
  private func readsTheSame(as other: ImportTarget) -> Bool {
    input.path == "-" || (table == other.table && input.root == other.input.root)
  }

  /// Sorts the inputs so that referenced tables come before the tables that refer to them.
  ///
  /// Inputs whose order does not matter stay in the order of the request. Inputs of tables that
  /// refer to each other in a circle stay in this order too.
  static func parentsFirst(_ targets: [ImportTarget], plan: ImportPlan) -> [ImportTarget] {
    var waiting: [Int: Int] = [:]
    for target in targets { waiting[target.table, default: 0] += 1 }
    guard waiting.count > 1 else { return targets }
    let ancestors = Dictionary(
      uniqueKeysWithValues: waiting.keys.map { ($0, Self.ancestors(of: $0, plan)) }
    )
    // `earlier` contains, for each table, the tables that must be read before this table. Two
    // tables that refer to each other in a circle need no order, so they are not included.
    let earlier = ancestors.reduce(into: [Int: [Int]]()) { result, entry in
      result[entry.key] = entry.value.filter { ancestors[$0]?.contains(entry.key) == false }
    }
    // There can be many thousand inputs, so each iteration compares only the first remaining input
    // of each table.
    var queues = Dictionary(grouping: targets.indices, by: { targets[$0].table })
      .mapValues { $0[...] }
    var sorted: [ImportTarget] = []
    while !queues.isEmpty {
      let free = queues.filter { table, _ in
        earlier[table, default: []].allSatisfy { waiting[$0, default: 0] == 0 }
      }
      // `earlier` contains no circles, so `free` is not empty. If it were empty, the order of the
      // request would apply.
      let next = (free.isEmpty ? queues : free).values.compactMap(\.first).min() ?? 0
      let table = targets[next].table
      queues[table] = queues[table]?.dropFirst()
      if queues[table]?.isEmpty == true { queues[table] = nil }
      waiting[table, default: 1] -= 1
      sorted.append(targets[next])
    }
    return sorted
  }

  private static func ancestors(of table: Int, _ plan: ImportPlan) -> Set<Int> {
    var found: Set<Int> = []
    var waiting = [table]
    while let next = waiting.popLast() {
      for key in plan.tables[next].foreignKeys where found.insert(key.parent).inserted {
        waiting.append(key.parent)
      }
    }
    return found
  }
}

extension ImportError {
  static func inputIsDatabase(_ path: String) -> ImportError {
    ImportError(
      .invalidRequest,
      "\(path): is the database itself, or one of its files, and cannot be an input",
      remedy: "Name the file with the records"
    )
  }

  fileprivate static func sameInput(_ path: String, earlier: String) -> ImportError {
    ImportError(
      .invalidRequest,
      path == earlier
        ? "\(path): is given twice" : "\(path): is the same file as \(earlier)",
      remedy: "Give each input once"
    )
  }
}
