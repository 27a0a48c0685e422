import Testing

@testable import StateGraphReplication

@Suite struct PatchOrderTests {
  private static func patch(_ kind: Patch.Kind, _ table: String) throws -> Patch {
    Patch(kind, in: try ServerTable(name: table))
  }

  @Test func `patches are ordered by their kind and their tables`() throws {
    let order = PatchOrder(parentsFirst: [
      try ServerTable(name: "parents"), try ServerTable(name: "children"),
    ])
    let patches = [
      try Self.patch(.delete, "parents"), try Self.patch(.update([]), "children"),
      try Self.patch(.insert([]), "unknown"), try Self.patch(.insert([]), "children"),
      try Self.patch(.delete, "children"), try Self.patch(.insert([]), "parents"),
    ]
    let sorted = [5, 3, 2, 1, 4, 0].map { patches[$0] }
    #expect(order.sorted(patches, as: .insertsUpdatesDeletes) == sorted)
    let deletesFirst = [4, 0, 5, 3, 2, 1].map { patches[$0] }
    #expect(order.sorted(patches, as: .deletesInsertsUpdates) == deletesFirst)
    let insertsLast = [4, 0, 1, 5, 3, 2].map { patches[$0] }
    #expect(order.sorted(patches, as: .deletesUpdatesInserts) == insertsLast)
  }

  @Test(arguments: [
    ("23505", PushReaction.refuse), ("22003", .refuse), ("42501", .refuse), ("P0001", .refuse),
    ("SG001", .refuse), ("SG002", .sendAgain), ("SG003", .stop), ("40001", .tryAgain),
    ("40P01", .tryAgain), ("55P03", .tryAgain), ("57P01", .tryAgain), ("53100", .tryAgain),
    ("08006", .tryAgain), ("42P01", .stop), ("42703", .stop), ("42804", .stop),
    ("XX000", .stop), ("58030", .stop), ("55000", .stop), ("25006", .tryAgain),
    ("54000", .refuse), ("21000", .refuse), ("38001", .refuse), ("39P01", .refuse),
    ("P0002", .refuse), ("0A000", .refuse), ("ABC12", .refuse), ("40002", .refuse),
  ])
  func `the code of an error decides the reaction`(state: String, reaction: PushReaction) {
    #expect(PushReaction(SQLState(state)) == reaction)
  }
}
