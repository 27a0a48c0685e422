import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

/// View states that follow the graph.
@MainActor
@Suite struct FollowTests {
  private let view = LabelView()
  private let number = Stored(wrappedValue: 1)

  /// Returns after the jobs that the main actor has received before this call.
  private func finishJobs() async {
    await Task { @MainActor in }.value
  }

  @Test func `a view shows the state now, and once after all changes before a job`() async {
    view.follow { [number] in .init(count: number.wrappedValue) }
    #expect(view.counts == [1])
    number.wrappedValue = 2
    number.wrappedValue = 3
    #expect(view.counts == [1])
    await finishJobs()
    #expect(view.counts == [1, 3])
  }

  @Test func `a view follows changes of other threads`() async throws {
    view.follow { [number] in .init(count: number.wrappedValue) }
    try withThread { [number] in for value in 2...500 { number.wrappedValue = value } }
    await finishJobs()
    #expect(view.counts == [1, 500])
  }

  @Test func `an equal state renders nothing`() async {
    view.follow { [number] in .init(count: number.wrappedValue / 10) }
    number.wrappedValue = 5
    await finishJobs()
    #expect(view.counts == [0])
  }

  @Test func `a second call ends the first one`() async {
    let other = Stored(wrappedValue: 10)
    view.follow { [number] in .init(count: number.wrappedValue) }
    view.follow { .init(count: other.wrappedValue) }
    number.wrappedValue = 2
    await finishJobs()
    #expect(view.counts == [1, 10])
    other.wrappedValue = 11
    await finishJobs()
    #expect(view.counts == [1, 10, 11])
  }

  @Test func `following ends, and the view keeps its state`() async {
    view.follow { [number] in .init(count: number.wrappedValue) }
    number.wrappedValue = 2
    view.endFollowing()
    await finishJobs()
    #expect(view.counts == [1])
    #expect(view.state.count == 1)
  }

  @Test func `following does not retain the view, and ends with it`() async {
    let reads = Recorder<Void>()
    var view: LabelView? = LabelView()
    weak let released = view
    view?.follow { [number] in
      reads.record(())
      return .init(count: number.wrappedValue)
    }
    view = nil
    #expect(released == nil)
    number.wrappedValue = 2
    await finishJobs()
    #expect(reads.elements.count == 1)
  }

  @Test func `what render reads is not followed`() async {
    let reads = Recorder<Void>()
    let other = Stored(wrappedValue: 0)
    view.onRender = { _ in _ = other.wrappedValue }
    view.follow { [number] in
      reads.record(())
      return .init(count: number.wrappedValue)
    }
    other.wrappedValue = 1
    await finishJobs()
    #expect(reads.elements.count == 1)
  }
}
