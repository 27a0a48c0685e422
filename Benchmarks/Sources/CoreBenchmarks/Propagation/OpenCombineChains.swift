import OpenCombine

struct OpenCombineChains: Chains {
  let tally = Tally()
  private let source = CurrentValueSubject<Int, Never>(0)
  private let subscriptions: [AnyCancellable]

  init(width: Int, height: Int) {
    subscriptions = (0..<width).map { [source, tally] _ in
      var last = source.eraseToAnyPublisher()
      for _ in 0..<height { last = last.map { $0 + 1 }.eraseToAnyPublisher() }
      return last.sink { number in
        tally.calls += 1
        tally.last = number
      }
    }
    tally.calls = 0
  }

  func set(_ number: Int) { source.send(number) }
  func cancel() { for subscription in subscriptions { subscription.cancel() } }
}
