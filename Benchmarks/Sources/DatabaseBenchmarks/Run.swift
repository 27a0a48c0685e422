/// The options, the files and the rows of one run.
struct Run {
  let options: Options
  let files: DatabaseFiles
  let rows: UserRows

  /// Returns the sides in the order in which they alternate.
  func sides(and more: any Side.Type...) -> [any Side.Type] {
    taking(
      part: [
        CSide.self, SwiftSide.self, GRDBStatementSide.self, GRDBRecordSide<HandwrittenUser>.self,
        GRDBRecordSide<CodableUser>.self, StateGraphSide.self,
      ] + more
    )
  }

  /// Returns the sides that the command line has selected.
  func taking(part types: [any Side.Type]) -> [any Side.Type] {
    types.filter { $0.name.hasPrefix(options.side ?? "") }
  }

  /// Returns the number of rounds: `few`, or one round in a quick run.
  func rounds(_ few: Int) -> Int { options.isQuick ? 1 : few }

  /// Opens a side on a new file with all rows.
  func open(_ type: any Side.Type, _ name: String) throws -> any Side {
    try type.init(path: files.make(fileName(name, type), rows, count: rows.all.count), rows: rows)
  }

  func fileName(_ work: String, _ type: any Side.Type) -> String {
    "\(work)-\(type.name.filter(\.isLetter))"
  }
}
