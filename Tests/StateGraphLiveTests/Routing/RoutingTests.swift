import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphLive

/// Conditions, routes and images of one table, made without a database.
private struct RoutingScene {
  static let columns: [(name: String, affinity: Affinity, collation: Collation)] = [
    ("id", .integer, .binary), ("number", .integer, .binary), ("folded", .text, .noCase),
    ("trimmed", .text, .rightTrim), ("anything", .blob, .binary), ("text", .text, .binary),
  ]

  let table = TableSchema(
    name: "x",
    columns: columns.map {
      ColumnSchema(
        name: $0.name,
        declaredType: "",
        affinity: $0.affinity,
        collation: $0.collation
      )
    },
    primaryKey: ["id"],
    hasRowID: true
  )

  var names: [String] { table.columns.map(\.name) }

  func routes(_ condition: RowCondition, watching: [String]? = nil) -> [RowRoute] {
    RowRoute.routes(for: condition, in: table, watching: watching ?? names)
  }

  func changeSet(_ old: RowImage?, _ new: RowImage?) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.tables["x"] = .rows([RowChange(key: RowKey(.integer(1)), old: old, new: new)])
    return changeSet
  }

  /// The condition of a route, evaluated without the router.
  func condition(of route: RowRoute) -> RowCondition {
    let index = { (name: ByteText) in table.columnIndex(name.string) ?? 0 }
    var parts = zip(route.template.matchColumns, route.values).map { name, value in
      RowCondition.compare(
        index(name),
        .equal,
        RowConstants(value),
        table.columns[index(name)].collation
      )
    }
    parts += route.template.nullColumns.map { .isNull(index($0)) }
    if let range = route.template.rangeColumn, let bounds = route.bounds {
      let column = index(range.name)
      parts.append(.not(.isNull(column)))
      if let lower = bounds.lower {
        let comparison: RowCondition.Comparison = bounds.includesLower ? .greaterOrEqual : .greater
        parts.append(.compare(column, comparison, lower, range.collation))
      }
      if let upper = bounds.upper {
        let comparison: RowCondition.Comparison = bounds.includesUpper ? .lessOrEqual : .less
        parts.append(.compare(column, comparison, upper, range.collation))
      }
    }
    return .and(parts)
  }
}

// MARK: - Random values and conditions

extension RoutingScene {
  func value(_ column: Int, _ random: inout SeededRandom) -> SQLiteValue {
    let number = Int64.random(in: -4...4, using: &random)
    let texts = ["", "a", "A", "b", "a ", "a\0b", "A\0c", "ab", "é", "e\u{301}"]
    let text = SQLiteValue.text(texts.randomElement(using: &random) ?? "")
    let half = SQLiteValue.real(Double(number) / 2)
    let kinds: [SQLiteValue] =
      switch table.columns[column].affinity {
      case .integer: [.integer(number), .integer(number), half, text]
      case .text: [text, text, .blob([97])]
      default: [text, .integer(number), half, .blob([UInt8(number + 4)])]
      }
    return kinds.randomElement(using: &random) ?? .null
  }

  func image(_ random: inout SeededRandom) -> RowImage {
    RowImage(
      table.columns.indices.map { column in
        Int.random(in: 0..<6, using: &random) == 0 ? .null : value(column, &random)
      }
    )
  }

  func condition(_ depth: Int, _ random: inout SeededRandom) -> RowCondition {
    let kind = Int.random(in: 0..<10, using: &random)
    if depth > 0, kind < 8 {
      let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        condition(depth - 1, &random)
      }
      return kind < 5 ? .and(parts) : .or(parts)
    }
    let column = table.columns.indices.randomElement(using: &random) ?? 0
    let collation = table.columns[column].collation
    let comparisons: [RowCondition.Comparison] = [
      .equal, .equal, .less, .lessOrEqual, .greater, .greaterOrEqual, .notEqual,
    ]
    switch kind {
    case 0: return .isNull(column)
    case 1: return .not(.isNull(column))
    case 2:
      let values = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(column, &random) }
      guard let constants = RowConstants(values, sortedBy: collation) else { return .never }
      return .isOneOf(column, constants, collation)
    case 3:
      return .compare(column, .greaterOrEqual, RowConstants(value(column, &random)), .binary)
    default:
      return .compare(
        column,
        comparisons.randomElement(using: &random) ?? .equal,
        RowConstants(value(column, &random)),
        collation
      )
    }
  }
}

@Suite struct RoutingTests {
  @Test(arguments: 0..<4)
  func `a slot is found by its routes, and by nothing else`(run: Int) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = RoutingScene()
    var router = Router()
    var live: [Int: (condition: RowCondition, routes: [RowRoute], image: RowCondition)] = [:]
    for round in 0..<600 {
      let slot = Int.random(in: 0..<120, using: &random)
      if let known = live.removeValue(forKey: slot) {
        for route in known.routes { router.remove(slot, for: route) }
      } else {
        let condition = scene.condition(3, &random)
        let routes = scene.routes(condition)
        for route in routes { router.insert(slot, for: route, in: scene.table) }
        live[slot] = (condition, routes, .or(routes.map(scene.condition)))
      }
      let old = round % 7 == 0 ? nil : scene.image(&random)
      var new = round % 5 == 0 ? nil : old ?? scene.image(&random)
      if old != nil, let column = scene.table.columns.indices.randomElement(using: &random) {
        new = new?.replacing(column, by: scene.value(column, &random))
      }
      let images = [old, new].compactMap { $0 }
      guard !images.isEmpty, old != new else { continue }
      var found: [Int] = []
      router.route(
        scene.changeSet(old, new),
        to: { slot, _ in found.append(slot) },
        reset: { _ in }
      )
      let comment: Comment = "seed \(seed), round \(round)"
      try #require(Set(found).count == found.count, comment)
      for (slot, query) in live {
        if try images.contains(where: query.condition.holds) {
          try #require(found.contains(slot), "\(comment): missed \(query.condition)")
        }
        if try !images.contains(where: query.image.holds) {
          try #require(!found.contains(slot), "\(comment): \(query.routes)")
        }
      }
      try #require(found.allSatisfy { live[$0] != nil }, comment)
    }
    for (slot, query) in live {
      for route in query.routes { router.remove(slot, for: route) }
    }
    #expect(router.isEmpty, "seed \(seed)")
  }

  @Test func `a row that changes nothing of interest costs no look-up`() {
    let scene = RoutingScene()
    var router = Router()
    for slot in 0..<100 {
      let equal = RowCondition.compare(1, .equal, RowConstants(.integer(Int64(slot))), .binary)
      for route in scene.routes(equal, watching: ["number", "text"]) {
        router.insert(slot, for: route, in: scene.table)
      }
    }
    let old: RowImage = [.integer(1), .integer(7), .text("a"), .text("b"), .null, .text("c")]
    let cost = { (new: RowImage?) in
      var found: [Int] = []
      let cost = router.route(
        scene.changeSet(old, new),
        to: { slot, _ in found.append(slot) },
        reset: { _ in }
      )
      return (found.sorted(), cost.probeCount)
    }
    #expect(cost(old.replacing(4, by: .integer(1))) == ([], 0))
    #expect(cost(old.replacing(5, by: .text("d"))) == ([7], 1))
    #expect(cost(old.replacing(1, by: .integer(8))) == ([7, 8], 2))
    #expect(cost(nil) == ([7], 1))
  }

  /// Overlapping ranges on one key. A look-up compares few bounds beyond those of the found ranges.
  @Test(arguments: [100, 1_000, 10_000])
  func `few bounds are compared among many`(count: Int) throws {
    let scene = RoutingScene()
    var router = Router()
    let between = { (slot: Int) in
      RowCondition.and([
        .compare(1, .greaterOrEqual, RowConstants(.integer(Int64(slot * 10))), .binary),
        .compare(1, .lessOrEqual, RowConstants(.integer(Int64(slot * 10 + 15))), .binary),
      ])
    }
    let behind = { (slot: Int) in
      RowCondition.compare(4, .greater, RowConstants(.integer(Int64(slot))), .binary)
    }
    for slot in 0..<count {
      for route in scene.routes(between(slot)) { router.insert(slot, for: route, in: scene.table) }
      for route in scene.routes(behind(slot)) {
        router.insert(slot + count, for: route, in: scene.table)
      }
    }
    var (found, bounds): ([Int], Int) = ([], 0)
    let route = { (number: SQLiteValue, anything: SQLiteValue) in
      found = []
      bounds =
        router.route(
          scene.changeSet(nil, [.integer(1), number, .null, .null, anything, .null]),
          to: { slot, _ in found.append(slot) },
          reset: { _ in }
        ).boundsCount
      found.sort()
    }
    let limit = 200
    route(.integer(5 * 10 + 12), .integer(3))
    #expect(found == [5, 6, count, count + 1, count + 2])
    #expect(bounds < limit)
    route(.integer(-1), .integer(-1))
    #expect(found == [])
    #expect(bounds < limit)
    route(.null, .null)
    #expect(found == [])
    #expect(bounds == 0)
    route(.null, .integer(Int64(count / 2)))
    #expect(found.count == count / 2)
    #expect(bounds < limit + 4 * found.count)
    for slot in 20..<count {
      for route in scene.routes(between(slot)) { router.remove(slot, for: route) }
    }
    route(.integer(5 * 10 + 12), .null)
    #expect(found == [5, 6])
    #expect(bounds < limit)
  }

  @Test func `a commit resets a slot once and gives it the rows of other tables`() throws {
    let scene = RoutingScene()
    var router = Router()
    let other = RouteTemplate(table: "y", matchColumns: [], watchedColumns: ["id"])
    for route in scene.routes(.or([.isNull(1), .isNull(2)])) {
      router.insert(1, for: route, in: scene.table)
    }
    var schema = scene.table
    schema.name = "y"
    router.insert(1, for: other, values: [], in: schema)
    router.insert(2, for: other, values: [], in: schema)
    var changeSet = scene.changeSet(nil, RowImage(scene.names.map { _ in .null }))
    changeSet.tables["y"] = .reset
    var (received, reset): ([Int], [Int]) = ([], [])
    router.route(changeSet, to: { slot, _ in received.append(slot) }, reset: { reset.append($0) })
    #expect(received == [1])
    #expect(reset.sorted() == [1, 2])
    (received, reset) = ([], [])
    changeSet.schemaChanged = true
    router.route(changeSet, to: { slot, _ in received.append(slot) }, reset: { reset.append($0) })
    #expect(received == [])
    #expect(reset.sorted() == [1, 2])
  }

  @Test func `images that lack a column reach every slot of the table`() {
    let scene = RoutingScene()
    var router = Router()
    for route in scene.routes(.compare(5, .equal, RowConstants(.text("a")), .binary)) {
      router.insert(1, for: route, in: scene.table)
    }
    #expect(router.slots(affectedBy: scene.changeSet([.integer(1)], [.integer(2)])) == [1])
  }
}

// MARK: - Which routes a condition has

@Suite struct RouteTests {
  // Made anew for each use: an enumeration marks the pointer to its payload, so that a leak checker
  // would find no owner of the payload.
  private static var one: RowConstants { RowConstants(.integer(1)) }
  private static var isNumber: RowCondition { .compare(1, .equal, one, .binary) }
  private static var isText: RowCondition { .compare(5, .equal, RowConstants(.text("a")), .binary) }
  private static var isLarge: RowCondition { .compare(4, .greater, one, .binary) }
  private static var isSmall: RowCondition {
    .compare(4, .less, RowConstants(.integer(9)), .binary)
  }
  private static var isBehind: RowCondition {
    .compare(5, .greater, RowConstants(.text("a")), .binary)
  }
  private static var isBoth: RowCondition { .compareColumns(1, .equal, 4, .binary) }

  static func list(_ count: Int) -> RowCondition {
    let values = (0..<count).map { SQLiteValue.integer(Int64($0)) }
    guard let constants = RowConstants(values, sortedBy: .binary) else { return .never }
    return .isOneOf(1, constants, .binary)
  }

  /// A condition, and its routes as texts.
  static var routes: [(RowCondition, [String])] {
    [
      (.always, [""]), (.never, []), (isBoth, [""]), (.not(isNumber), [""]),
      (isNumber, ["number"]), (.and([isNumber, isBoth]), ["number"]),
      (.and([isLarge, isText, isNumber]), ["number text [anything"]),
      (.and([isLarge, isSmall]), ["[anything]"]),
      (.and([isBehind, isLarge, isSmall]), ["[anything]"]),
      (.and([isLarge, .isNull(2)]), ["folded=NULL [anything"]),
      (list(3), ["number", "number", "number"]), (list(0), []), (list(5_000), ["[number]"]),
      (.and([list(2), isText]), ["text"]),
      (.and([list(2), isLarge]), ["number [anything", "number [anything"]),
      (.or([isNumber, isText]), ["number", "text"]), (.or([isNumber, isNumber]), ["number"]),
      (.or([isNumber, isBoth]), [""]), (.or([isNumber, isLarge]), ["number", "[anything"]),
      (.and([.or([isNumber, isLarge]), isSmall]), ["anything]"]),
      (.and([.or([isNumber, isText]), isSmall]), ["number anything]", "text anything]"]),
      (.and([.or([isNumber, isBoth]), isSmall]), ["anything]"]),
      (.and([isNumber, .never]), []),
      // With a collation other than that of the column, no key is found.
      (.compare(2, .equal, RowConstants(.text("a")), .binary), ["[folded]"]),
    ]
  }

  @Test(arguments: routes.indices)
  func `equality is looked up first, then a range, and then everything`(index: Int) {
    let (condition, expected) = RouteTests.routes[index]
    let routes = RoutingScene().routes(condition)
    let texts = routes.map { route in
      let bounds = route.bounds
      let range = route.template.rangeColumn.map {
        (bounds?.lower == nil ? "" : "[") + $0.name.string + (bounds?.upper == nil ? "" : "]")
      }
      let nulls = route.template.nullColumns.map { $0.string + "=NULL" }
      return (route.template.matchColumns.map(\.string) + nulls + (range.map { [$0] } ?? []))
        .joined(
          separator: " "
        )
    }
    #expect(texts == expected)
    #expect(Set(routes).count == routes.count)
    for route in routes { #expect(route.values.count == route.template.matchColumns.count) }
  }
}
