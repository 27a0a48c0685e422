import StateGraph
import TestSupport
import Testing

@propertyWrapper struct Doubled {
  var wrappedValue: Int
  var projectedValue: String { "\(wrappedValue * 2)" }
}

@GraphView
final class Dashboard {
  var count = 1
  var name: String
  weak var parent: Dashboard?
  var items: [Int] = [] { didSet { changes += 1 } }
  @GraphStored var own: Int = 2
  @GraphComputed var double: Int
  @GraphIgnored var changes = 0
  @Doubled var doubled = 3
  lazy var late = 4
  let fixed = 5
  var computed: Int { count }

  init(name: String) {
    self.name = name
    self.$double = .init { [$count] _ in $count.wrappedValue * 2 }
    count = 10
  }
}

@Suite struct GraphViewTests {
  @Test func `a view's stored properties have nodes`() {
    let view = Dashboard(name: "a")
    #expect(view.double == 20)
    view.count = 4
    #expect(view.double == 8)
    let name = Computed { [node = view.$name] _ in node.wrappedValue + "!" }
    view.name = "b"
    #expect(name.wrappedValue == "b!")
    #expect(view.$parent.wrappedValue.object == nil)
    #expect(view.own == 2)
  }

  @Test func `properties that a view excludes work as before`() {
    let view = Dashboard(name: "a")
    view.items = [1]
    view.late += 1
    #expect(view.changes == 1)
    #expect(view.late == 5)
    #expect(view.$doubled == "6")
    #expect(view.computed + view.fixed == 15)
  }
}
