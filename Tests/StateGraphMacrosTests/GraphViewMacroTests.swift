import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct GraphViewMacroTests {
  @Test func `a view marks the stored properties that nothing else claims`() {
    expectExpansion(
      """
      @GraphView
      final class Model {
        @MainActor var count: Int = 0
        @GraphIgnored var ignored = 0
        @Published var wrapped = 0
        static var shared = 0
        lazy var late = 0
        let fixed = 0
        var computed: Int { 0 }
        func run() {}
      }
      """,
      """
      final class Model {
        @MainActor
        var count: Int {
          @storageRestrictions(accesses: $count)
          init(initialValue) {
            $count._$initialize(initialValue)
          }
          get {
            $count.wrappedValue
          }
          set {
            $count.wrappedValue = newValue
          }
          _modify {
            yield &$count.wrappedValue
          }
        }

        @exclusivity(unchecked)
        @MainActor
        private(set) var $count: StateGraphCore.Stored<Int> = \
      .init(uninitialized: "Model.count")
        var ignored = 0
        @Published var wrapped = 0
        static var shared = 0
        lazy var late = 0
        let fixed = 0
        var computed: Int { 0 }
        func run() {}
      }
      """
    )
  }

  @Test func `a view is a class`() {
    expectExpansion(
      "@GraphView struct Model {\n  var count = 0\n}",
      "struct Model {\n  var count = 0\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "This macro needs a class: it gives nodes to the properties.",
          line: 1,
          column: 1
        )
      ]
    )
  }
}
