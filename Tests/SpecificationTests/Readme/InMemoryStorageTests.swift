import StateGraph
import Testing

/// README: Backing Storage, In-Memory Storage (Default).
private enum InMemoryStorage {
  final class ViewModel {
    @GraphStored var count: Int = 0  // In-memory storage
  }

  final class ExplicitViewModel {
    @GraphStored(backed: .memory) var count: Int = 0
  }
}

@Suite struct InMemoryStorageTests {
  @Test func `properties live in memory unless they say otherwise`() {
    let model = InMemoryStorage.ViewModel()
    model.count = 3
    #expect(model.count == 3)
    #expect(InMemoryStorage.ViewModel().count == 0)
    #expect(InMemoryStorage.ExplicitViewModel().count == 0)
  }
}
