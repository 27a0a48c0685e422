/// What the sections of one run share.
struct Run {
  let options: Options
  let files: DatabaseFiles
  let rows: UserRows

  /// In the order in which they take turns.
  func sides(and more: any Side.Type...) -> [any Side.Type] {
    taking(
      part: [
        CSide.self, SwiftSide.self, GRDBStatementSide.self, GRDBRecordSide<HandwrittenUser>.self,
        GRDBRecordSide<CodableUser>.self, StateGraphSide.self,
      ] + more
    )
  }

  /// Those that the command line has not left out.
  func taking(part types: [any Side.Type]) -> [any Side.Type] {
    types.filter { $0.name.hasPrefix(options.side ?? "") }
  }

  /// How often each side does the work: `few` where that is a million rows.
  func rounds(_ few: Int) -> Int { options.isQuick ? 1 : few }

  /// Opens a side on a file of its own with all rows.
  func open(_ type: any Side.Type, _ name: String) throws -> any Side {
    try type.init(path: files.make(fileName(name, type), rows, count: rows.all.count), rows: rows)
  }

  func fileName(_ work: String, _ type: any Side.Type) -> String {
    "\(work)-\(type.name.filter(\.isLetter))"
  }
}
