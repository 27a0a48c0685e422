import StateGraph
import TestSupport
import Testing

/// Groups and handlers that set nodes on which they depend.
@Suite(.timeLimit(.minutes(20))) struct FeedbackTests {
  @Test func `a group may set a node it has read as often as it needs until nothing changes`() {
    let number = Stored(wrappedValue: 0)
    let subscription = withGraphTracking {
      withGraphTrackingGroup { if number.wrappedValue > 0 { number.wrappedValue -= 1 } }
    }
    number.wrappedValue = 50_000
    #expect(number.wrappedValue == 0)
    subscription.cancel()
  }

  @Test func `a handler may set its observed node as often as it needs until nothing changes`() {
    let number = Stored(wrappedValue: 0)
    let subscription = withGraphTracking {
      number.onChange { value in if value > 0 { number.wrappedValue = value - 1 } }
    }
    number.wrappedValue = 50_000
    #expect(number.wrappedValue == 0)
    subscription.cancel()
  }

  @Test func `a group may always set a node of a type without Equatable that it has read`() {
    let page = Stored(wrappedValue: Page(number: 0))
    let runs = Recorder<Int>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        runs.record(page.wrappedValue.number)
        page.wrappedValue = Page(number: 7)
      }
    }
    #expect(runs.elements.first == 0)
    #expect(runs.elements.dropFirst().allSatisfy { $0 == 7 })
    let limit = 102
    #expect(runs.drain().count <= limit)
    // The group rests only until the next change.
    page.wrappedValue = Page(number: 3)
    #expect(runs.elements.first == 3)
    #expect(page.wrappedValue.number == 7)
    #expect(runs.drain().count <= limit)
    subscription.cancel()
    page.wrappedValue = Page(number: 4)
    #expect(runs.elements == [])
  }

  @Test func `a group with a type without Equatable runs until it sets nothing`() {
    let page = Stored(wrappedValue: Page(number: 0))
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        let number = page.wrappedValue.number
        if number < 50 { page.wrappedValue = Page(number: number + 1) }
      }
    }
    #expect(page.wrappedValue.number == 50)
    page.wrappedValue = Page(number: 20)
    #expect(page.wrappedValue.number == 50)
    subscription.cancel()
  }

  @Test func `a group may change an array in place that it has read`() {
    let numbers = Stored(wrappedValue: [3, 1, 2])
    let other = Stored(wrappedValue: 0)
    let counts = Recorder<Int>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        counts.record(numbers.wrappedValue.count + other.wrappedValue)
        numbers.wrappedValue.sort()
      }
    }
    #expect(numbers.wrappedValue == [1, 2, 3])
    numbers.wrappedValue.append(0)
    #expect(numbers.wrappedValue == [0, 1, 2, 3])
    _ = counts.drain()
    other.wrappedValue = 10
    #expect(counts.elements.first == 14)
    subscription.cancel()
  }

  @Test func `a handler may always set its observed node of a type without Equatable`() {
    let page = Stored(wrappedValue: Page(number: 0))
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      page.onChange { value in
        seen.record(value.number)
        page.wrappedValue = Page(number: -1)
      }
    }
    #expect(seen.drain().first == 0)
    page.wrappedValue = Page(number: 5)
    #expect(seen.elements.first == 5)
    #expect(seen.elements.count <= 102)
    #expect(page.wrappedValue.number == -1)
    subscription.cancel()
  }

  @Test func `the handler of a computed node that rests leaves the node up to date`() {
    let page = Stored(wrappedValue: Page(number: 0))
    let next = Computed<Page> { _ in Page(number: page.wrappedValue.number + 1) }
    let seen = Recorder<Int>()
    let subscription = withGraphTracking {
      next.onChange { value in
        seen.record(value.number)
        page.wrappedValue = value
      }
    }
    let count = seen.drain().count
    #expect(count <= 102)
    #expect(next.wrappedValue.number == page.wrappedValue.number + 1)
    page.wrappedValue = Page(number: 0)
    #expect(seen.elements.first == 1)
    #expect(next.wrappedValue.number == page.wrappedValue.number + 1)
    subscription.cancel()
  }

  @Test func `two groups that set each other's values of a type without Equatable rest`() {
    let (one, other) = (
      Stored(wrappedValue: Page(number: 0)), Stored(wrappedValue: Page(number: 0))
    )
    let runs = Recorder<Int>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup { other.wrappedValue = Page(number: one.wrappedValue.number) }
      withGraphTrackingGroup {
        runs.record(other.wrappedValue.number)
        one.wrappedValue = Page(number: other.wrappedValue.number)
      }
    }
    _ = runs.drain()
    one.wrappedValue = Page(number: 9)
    #expect(other.wrappedValue.number == 9)
    #expect(runs.elements.last == 9)
    #expect(runs.elements.count <= 204)
    subscription.cancel()
  }

  @Test func `many steps with a comparison converge beside changes without one`() {
    let number = Stored(wrappedValue: 0)
    let page = Stored(wrappedValue: Page(number: 0))
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        guard number.wrappedValue > 0 else { return }
        number.wrappedValue -= 1
        page.wrappedValue = Page(number: page.wrappedValue.number + 1)
      }
    }
    number.wrappedValue = 1_000
    #expect(number.wrappedValue == 0)
    #expect(page.wrappedValue.number == 1_000)
    subscription.cancel()
  }

  @Test func `an endless group ends the program and names the group and the node`() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let number = Stored(wrappedValue: 0, name: "Model.number")
      let subscription = withGraphTracking {
        withGraphTrackingGroup { number.wrappedValue = number.wrappedValue &+ 1 }
      }
      subscription.cancel()
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("The group at "), "\(said)")
    #expect(said.contains("FeedbackTests.swift:"), "\(said)")
    #expect(said.contains("has set Model.number ("), "\(said)")
    #expect(said.contains("because of a change of Model.number ("), "\(said)")
  }
}

/// Not `Equatable`.
private struct Page: Sendable {
  var number: Int
}
