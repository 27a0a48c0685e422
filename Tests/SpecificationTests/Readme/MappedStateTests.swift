import StateGraph
import Testing

/// README: Sharing State, "Creating unnecessary instances": a computed property whose node maps a
/// service's.
private enum MappedState {
  struct Item: Equatable { var name: String }

  final class DataService {
    @GraphStored var items: [Item] = []
  }

  final class ViewModel {
    @GraphComputed var items: [Item]
    @GraphComputed var count: Int

    init(service: DataService) {
      self.$items = service.$items.map { _, value in value }
      self.$count = self.$items.map { _, value in value.count }
    }
  }
}

@Suite struct MappedStateTests {
  @Test func `a mapped node follows its source`() {
    let service = MappedState.DataService()
    let model = MappedState.ViewModel(service: service)
    service.items = [.init(name: "a")]
    #expect(model.items == [.init(name: "a")])
    #expect(model.count == 1)
  }
}
