import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct GraphStoredMacroTests {
  @Test func `a property without an initial value gets accessors and a constant node`() {
    expectExpansion(
      """
      final class Model {
        @GraphStored public var name: String
      }
      """,
      """
      final class Model {
        public var name: String {
          @storageRestrictions(initializes: $name)
          init(initialValue) {
            $name = .init(wrappedValue: initialValue, name: "Model.name")
          }
          get {
            $name.wrappedValue
          }
          set {
            $name.wrappedValue = newValue
          }
          _modify {
            yield &$name.wrappedValue
          }
        }

        public let $name: StateGraphCore.Stored<String>
      }
      """
    )
  }

  @Test func `a property of an entity is a column and its node is made on demand`() {
    expectExpansion(
      """
      @Entity
      final class User {
        @GraphStored var name: String
      }
      """,
      """
      final class User {
        var name: String {
          get {
            _$entity._$columns.read(_$Columns.name)
          }
          set {
            _$entity._$columns.write(_$Columns.name, newValue)
          }
          _modify {
            let _$change = _$entity._$beginChange()
            var _$value: String = _$entity._$columns.read(_$Columns.name)
            defer {
              _$change.finish {
                self.name = _$value
              }
            }
            yield &_$value
          }
        }

        var $name: StateGraphCore.Stored<String> {
          _$entity._$columns.node(_$Columns.name)
        }

        var _$entity: StateGraphPersistence.EntityState {
          Swift.preconditionFailure()
        }

        private enum _$Columns {
          static var name: Int {
            0
          }
        }

        private enum _$References {
        }

        init() {
          Swift.preconditionFailure()
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "An entity needs an identifier: write '@Entity(id: String.self)'.",
          line: 2,
          column: 13,
          fixIts: [FixItSpec(message: "Write the identifier")]
        )
      ]
    )
  }

  @Test func `a property with an initial value gets a node that init may replace`() {
    expectExpansion(
      """
      final class Outer {
        final class Model {
          @GraphStored(backed: .userDefaults(key: "theme")) private(set) var theme = "light"
        }
      }
      """,
      """
      final class Outer {
        final class Model {
          private(set) var theme {
            @storageRestrictions(accesses: $theme)
            init(initialValue) {
              $theme._$initialize(initialValue)
            }
            get {
              $theme.wrappedValue
            }
            set {
              $theme.wrappedValue = newValue
            }
            _modify {
              yield &$theme.wrappedValue
            }
          }

          @exclusivity(unchecked)
          private(set) nonisolated(unsafe) var $theme: StateGraphCore.Stored<String> = \
      .init(wrappedValue: "light", backed: .userDefaults(key: "theme"), name: "Outer.Model.theme")
        }
      }
      """
    )
  }

  @Test func `a static property's node is made once and there is no init accessor`() {
    expectExpansion(
      """
      struct Settings {
        @GraphStored public static var count: Int = 1
      }
      """,
      """
      struct Settings {
        public static var count: Int {
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

        public static let $count: StateGraphCore.Stored<Int> = \
      .init(wrappedValue: 1, name: "Settings.count")
      }
      """
    )
  }

  @Test func `a global property's node is global`() {
    expectExpansion(
      "@MainActor @GraphStored private var `default`: Int!",
      """
      @MainActor private var `default`: Int! {
        get {
          $default.wrappedValue
        }
        set {
          $default.wrappedValue = newValue
        }
        _modify {
          yield &$default.wrappedValue
        }
      }

      @MainActor
      private let $default: StateGraphCore.Stored<Int?> = .init(wrappedValue: nil, name: "default")
      """
    )
  }

  @Test func `a weak property's node holds a weak reference and nothing is changed in place`() {
    expectExpansion(
      """
      @MainActor class Model {
        @GraphStored open weak var owner: (any Owner)?
      }
      """,
      """
      @MainActor class Model {
        open weak var owner: (any Owner)? {
          @storageRestrictions(accesses: $owner)
          init(initialValue) {
            $owner._$initialize(StateGraphCore.GraphWeakReference(initialValue))
          }
          get {
            $owner.wrappedValue.object
          }
          set {
            $owner.wrappedValue = StateGraphCore.GraphWeakReference(newValue)
          }
        }

        @exclusivity(unchecked)
        public private(set) var $owner: StateGraphCore.Stored<StateGraphCore.GraphWeakReference<(any Owner)>> = \
      .init(uninitialized: "Model.owner")
      }
      """
    )
  }

  @Test func `didSet runs after the set and on the storage itself`() {
    expectExpansion(
      """
      final class Model {
        @GraphStored private var count: Int {
          didSet {
            if self.count > 9 { count = 9 }
          }
        }
      }
      """,
      """
      final class Model {
        private var count: Int {
          didSet {
            if self.count > 9 { count = 9 }
          }
          @storageRestrictions(initializes: $count)
          init(initialValue) {
            $count = .init(wrappedValue: initialValue, name: "Model.count")
          }

          get {
            $count.wrappedValue
          }

          set {
            $count.wrappedValue = newValue
            func _$didSet() {
              var _$count: Int {
                get {
                  $count._$unrecorded
                }
                set {
                  $count.wrappedValue = newValue
                }
              }
              var count: Int {
                get {
                  $count._$unrecorded
                }
                set {
                  $count.wrappedValue = newValue
                }
              }
              do {
                if _$count > 9 {
                  count = 9
                }
              }
            }
            _$didSet()
          }

          _modify {
            func _$didSet() {
              var _$count: Int {
                get {
                  $count._$unrecorded
                }
                set {
                  $count.wrappedValue = newValue
                }
              }
              var count: Int {
                get {
                  $count._$unrecorded
                }
                set {
                  $count.wrappedValue = newValue
                }
              }
              do {
                if _$count > 9 {
                  count = 9
                }
              }
            }
            defer {
              _$didSet()
            }
            yield &$count.wrappedValue
          }
        }

        private let $count: StateGraphCore.Stored<Int>
      }
      """
    )
  }

  @Test func `willSet sees the new value, so there is no change in place`() {
    expectExpansion(
      """
      final class Model {
        @GraphStored var count: Int {
          willSet(next) { print(next) }
          didSet { print(oldValue) }
        }
      }
      """,
      """
      final class Model {
        var count: Int {
          willSet(next) { print(next) }
          didSet { print(oldValue) }
          @storageRestrictions(initializes: $count)
          init(initialValue) {
            $count = .init(wrappedValue: initialValue, name: "Model.count")
          }

          get {
            $count.wrappedValue
          }

          set {
            func _$willSet() {
              let next: Int = newValue
              do {
                print(next)
              }
            }
            _$willSet()
            let _$oldValue: Int = $count._$unrecorded
            $count.wrappedValue = newValue
            func _$didSet() {
              let oldValue: Int = _$oldValue
              do {
                print(oldValue)
              }
            }
            _$didSet()
          }
        }

        let $count: StateGraphCore.Stored<Int>
      }
      """
    )
  }
}
