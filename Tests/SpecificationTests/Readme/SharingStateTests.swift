import StateGraph
import Testing

/// README: Sharing State Between Objects with @GraphStored Reference Assignment. The view model's
/// conformance to 'ObservableObject' is left out as a SwiftUI line.
private enum SharingState {
  struct Item: Equatable { var name: String }

  // Service
  final class DataService {
    @GraphStored var items: [Item] = []
    @GraphStored var isLoading: Bool = false
  }

  // ViewModel
  final class ViewModel {
    @GraphStored var items: [Item]
    @GraphStored var isLoading: Bool

    init(service: DataService) {
      // Simply pass @GraphStored directly
      self.$items = service.$items
      self.$isLoading = service.$isLoading
    }
  }
}

@Suite struct SharingStateTests {
  @Test func `changes of the source propagate both ways`() {
    let service = SharingState.DataService()
    let model = SharingState.ViewModel(service: service)
    service.items = [.init(name: "a")]
    #expect(model.items == [.init(name: "a")])
    model.isLoading = true
    #expect(service.isLoading)
  }
}
