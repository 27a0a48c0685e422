import TestSupport
import Testing

@testable public import StateGraphCore

// One model for each kind of property that can have a node. Half of the test is that they compile.

protocol Walker: AnyObject, Sendable {}

final class Owner: Walker {
  @GraphStored weak var pet: Pet?
  @GraphStored weak var walker: (any Walker)?
  @GraphStored weak var later: Pet!
  @GraphStored unowned var first: Pet
  @GraphStored unowned var second: Pet?

  init(first: Pet) { self.first = first }
}

enum Settings {
  @GraphStored static var count: Int = 1
  @GraphStored static var note: String?
}

@GraphStored var globalCount: Int = 0
@GraphStored private var privateCount: Int = 0 { didSet { globalCount = privateCount } }
@MainActor @GraphStored var globalModel: Plain = Plain()

/// Not `Sendable`.
final class Plain { var number = 0 }

public class Levels {
  @GraphStored private var first: Int = 1
  @GraphStored fileprivate var second: Int = 2
  @GraphStored private(set) var third: Int = 3
  @GraphStored package var fourth: Int = 4
  @GraphStored internal var sixth: Int
  @GraphStored var `default`: String
  @available(*, deprecated) @GraphStored var old: Int = 0

  init() {
    sixth = 6
    `default` = "x"
  }

  func add() {
    first += 10
    third += 10
  }
  var sum: Int { first + second + third + fourth + sixth }
}

final class Below: Levels {
  @GraphStored var own: Int = 1

  override init() {
    super.init()
    own = 2
    fourth = 40
  }
}

open class Sums {
  @GraphStored private var base: Int = 1
  @GraphComputed open var first: Int
  @GraphComputed fileprivate var second: Int
  @GraphComputed private var third: Int
  @GraphComputed package var `repeat`: Int?
  @GraphComputed var failure: (any Error)?

  init() {
    $first = .init { [$base] _ in $base.wrappedValue + 1 }
    $second = .init { [$first] _ in $first.wrappedValue * 2 }
    $third = .init { [$second] _ in $second.wrappedValue * 2 }
    $repeat = .init { [$third] _ in $third.wrappedValue }
    $failure = .init { _ in nil }
  }

  func add() { base += 1 }
}

final class Shapes<Element: Sendable>: Sendable {
  struct Failure: Error {}

  @GraphStored var point: (x: Int, y: Int) = (0, 0)
  @GraphStored var failure: (any Error)? = nil
  @GraphStored var title: String!
  @GraphStored var element: Element
  @GraphStored var elements: [Element] = []
  @GraphStored var written: Optional<Int>
  @GraphStored var handler: @Sendable () -> Int
  @GraphStored var optionalHandler: (@Sendable () -> Int)?
  @GraphStored var offset = -1

  init(_ element: Element) {
    self.element = element
    written = nil
    handler = { 1 }
  }

  final class Nested {
    @GraphStored var depth = 1.5
  }
}

@MainActor final class Screen {
  @GraphStored var model: Plain = Plain()
  @GraphStored var title: String
  @GraphStored nonisolated var clock: Int = 0
  @GraphComputed var number: Int

  init() {
    title = "x"
    $number = .init { [$clock] _ in $clock.wrappedValue }
  }
}

actor Account {
  @GraphStored var balance: Int = 0
  func deposit(_ amount: Int) { balance += amount }
}

final class TwoSteps: Sendable {
  @GraphStored var age: Int = 0
  @GraphComputed var isOld: Bool
  @GraphComputed var isYoung: Bool

  init(age: Int) {
    $isOld = .init { [$age] _ in $age.wrappedValue > 50 }
    self.age = age
    $isYoung = .init { [$age] _ in $age.wrappedValue < 20 }
  }
}

@Suite struct PropertyKindTests {
  @Test func `a weak property retains nothing and delivers its changes`() {
    var pet: Pet? = Pet("Rex")
    let owner = Owner(first: Pet("Old"))
    let names = Recorder<String?>()
    let subscription = withGraphTracking {
      owner.$pet.onChange { names.record($0.object?.name) }
    }
    owner.pet = pet
    owner.pet = pet
    owner.walker = owner
    #expect(owner.pet?.name == "Rex")
    #expect(owner.walker === owner)
    #expect(owner.later == nil)
    #expect(names.elements == [nil, "Rex"])
    pet = nil
    #expect(owner.pet == nil)
    subscription.cancel()
  }

  @Test func `an unowned property reads its object`() {
    let pet = Pet("Rex")
    let owner = Owner(first: pet)
    #expect(owner.first === pet)
    #expect(owner.second == nil)
    owner.second = pet
    #expect(owner.second === pet)
  }

  @Test func `static and global properties have shared nodes`() async {
    let double = Computed { _ in Settings.count * 2 }
    #expect(double.wrappedValue == 2)
    Settings.count += 4
    #expect(double.wrappedValue == 10)
    #expect(Settings.note == nil)
    privateCount = 7
    #expect(globalCount == 7)
    #expect($globalCount.wrappedValue == 7)
    await MainActor.run { globalModel.number += 1 }
  }

  @Test func `every access level has its node`() {
    let levels = Below()
    levels.second = 20
    levels.add()
    #expect(levels.sum == 11 + 20 + 13 + 40 + 6)
    #expect(levels.own == 2)
    levels.default = "y"
    #expect(levels.$default.wrappedValue == "y")
  }

  @Test func `computed properties of every access level read their nodes`() {
    let sums = Sums()
    #expect(sums.repeat == 8)
    sums.add()
    #expect(sums.second == 6)
    #expect(sums.repeat == 12)
    #expect(sums.failure == nil)
  }

  @Test func `values of every shape are kept`() {
    let shapes = Shapes("a")
    shapes.point.x = 3
    shapes.failure = Shapes<String>.Failure()
    shapes.title = "t"
    shapes.elements.append("b")
    shapes.handler = { 2 }
    shapes.optionalHandler = { 3 }
    #expect(shapes.point == (3, 0))
    #expect(shapes.failure is Shapes<String>.Failure)
    #expect(shapes.title.count == 1)
    #expect(shapes.elements == ["b"])
    #expect(shapes.written == nil)
    #expect(shapes.handler() + (shapes.optionalHandler?() ?? 0) == 5)
    #expect(shapes.offset == -1)
  }

  @Test func `the node of an isolated property may hold a value that is not Sendable`() async {
    let screen = await Screen()
    await MainActor.run {
      screen.model.number = 5
      #expect(screen.model.number == 5)
    }
    screen.clock = 4
    #expect(await screen.number == 4)
    let account = Account()
    await account.deposit(3)
    #expect(await account.balance == 3)
  }

  @Test func `setting a property in init reaches a node that was captured already`() {
    let model = TwoSteps(age: 60)
    #expect(model.isOld)
    #expect(!model.isYoung)
  }

  @Test func `a node is named by its types and its property`() {
    let shapes = Shapes(1)
    #expect(name(of: shapes.$point) == "Shapes.point")
    #expect(name(of: shapes.$element) == "Shapes.element")
    #expect(name(of: Shapes<Int>.Nested().$depth) == "Shapes.Nested.depth")
    #expect(name(of: Settings.$count) == "Settings.count")
    #expect(name(of: $globalCount) == "globalCount")
    #expect(name(of: Levels().$default) == "Levels.default")
  }

  private func name(of node: GraphNode) -> String? {
    (node.origin as NodeOrigin?)?.name
  }
}
