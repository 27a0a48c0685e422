import StateGraphPersistence
import TestSupport
import Testing

@Entity(id: Int.self, keys: .database)
final class Shed {
  @GraphComputed(through: ToolPlace.self) var tools: [Tool]
}

@Entity(id: Int.self, keys: .database)
final class Tool {
  @GraphStored var name: String
}

/// It has no reference to a shed.
@Entity(id: Int.self, keys: .database)
final class ToolPlace {
  @GraphStored var tool: Tool
}

/// Relationships that the compiler cannot check.
@Suite struct RelationshipCheckTests {
  @Test func `a link that does not refer to the owner is refused when the store is opened`() throws
  {
    let database = try Database.temporary()
    try database.createTables(for: Shed.self, Tool.self, ToolPlace.self)
    let error = #expect(throws: DatabaseError.self) { try EntityStore<Shed>(database) }
    #expect(error?.message.contains("ToolPlace") == true)
    _ = (try EntityStore<Tool>(database), try EntityStore<ToolPlace>(database))
  }
}
