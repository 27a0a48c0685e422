import StateGraphPersistence
import TestSupport

@Entity(id: Int.self)
final class Sale {
  @GraphStored var customer: String
  @GraphComputed(inverse: \SaleLine.sale) var lines: [SaleLine]
  @GraphComputed(inverse: \Refund.sale) var refunds: [Refund]
}

@Entity(id: CompositeKey<Int, Int>.self, key: "sale_id", "place")
final class SaleLine {
  @GraphStored @Column(.onDelete(.cascade)) var sale: Sale
  @GraphStored var place: Int
  @GraphStored var text: String
  @GraphComputed(inverse: \Carton.line) var cartons: [Carton]
  @GraphComputed(inverse: \Carton.spare) var spareCartons: [Carton]
  @GraphComputed(inverse: \Delivery.line) var deliveries: [Delivery]
  @GraphComputed(inverse: \Refund.line) var refunds: [Refund]
}

/// Both references have columns of their own.
@Entity(id: Int.self, keys: .database)
final class Carton {
  @GraphStored var weight: Int
  @GraphStored @Column(columns: "sale_id", "line_place") var line: SaleLine
  @GraphStored @Column(columns: "spare_sale_id", "spare_place", options: .onDelete(.nullify))
  var spare: SaleLine?
}

/// The reference is a part of the key, so it has no setter.
@Entity(id: CompositeKey<Int, Int, Int>.self, key: "sale_id", "place", "number")
final class Delivery {
  @GraphStored @Column(columns: "sale_id", "place", options: .onDelete(.cascade))
  var line: SaleLine
  @GraphStored var number: Int
  @GraphStored var note: String
}

/// Two references have the column `sale_id`.
@Entity(id: Int.self)
final class Refund {
  @GraphStored var sale: Sale
  @GraphStored var amount: Int
  @GraphStored @Column(columns: "sale_id", "line_place") var line: SaleLine?
}

/// A tree in which each row belongs to a team. The key and the reference have the column `team`.
@Entity(id: CompositeKey<String, Int>.self, key: "team", "number")
final class Chore {
  @GraphStored var team: String
  @GraphStored var number: Int
  @GraphStored var name: String
  @GraphStored @Column(columns: "team", "parent_number") var parent: Chore?
  @GraphComputed(inverse: \Chore.parent) var parts: [Chore]
}

/// A part of its key is a part of the reference, which has a setter.
@Entity(id: CompositeKey<Int, Int>.self, key: "sale_id", "number")
final class Voucher {
  @GraphStored @Column(columns: "sale_id", "line_place") var line: SaleLine
  @GraphStored var number: Int
}

struct SaleScene {
  let directory: TemporaryDirectory
  let database: Database
  let sales: EntityStore<Sale>
  let lines: EntityStore<SaleLine>
  let cartons: EntityStore<Carton>
  let deliveries: EntityStore<Delivery>
  let refunds: EntityStore<Refund>
  let chores: EntityStore<Chore>
  /// The failures of assignments outside a `write`.
  let failures = Recorder<DatabaseError>()

  /// - Parameter sql: Tables that exist before those of the types are created.
  init(tables sql: [SQL] = []) throws {
    let directory = try TemporaryDirectory()
    self.directory = directory
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { [failures, directory] error in
      _ = directory
      if let error = error as? DatabaseError { failures.record(error) }
    }
    database = try Database(path: directory.file("sales.sqlite"), configuration: configuration)
    for statement in sql { try database.execute(statement) }
    try database.createTables(
      for: Carton.self,
      Sale.self,
      SaleLine.self,
      Delivery.self,
      Refund.self,
      Chore.self,
      Voucher.self
    )
    sales = try EntityStore(database)
    lines = try EntityStore(database)
    cartons = try EntityStore(database)
    deliveries = try EntityStore(database)
    refunds = try EntityStore(database)
    chores = try EntityStore(database)
  }

  /// Adds a sale with lines at the places 1 to `count`.
  @discardableResult
  func addSale(_ id: Int, lines count: Int) -> [SaleLine] {
    let sale = Sale(id: id, customer: "c\(id)")
    let made = (1...count).map { SaleLine(sale: sale, place: $0, text: "\(id).\($0)") }
    sales.add(sale)
    lines.add(made)
    return made
  }

  func carton(_ line: SaleLine, spare: SaleLine? = nil, weight: Int = 1) -> Carton {
    let carton = Carton(weight: weight, line: line, spare: spare)
    cartons.add(carton)
    return carton
  }

  /// The columns of the references of a carton in the file.
  func columns(of carton: Carton) throws -> [SQLiteValue] {
    let rows = try database.rows(
      """
      SELECT sale_id, line_place, spare_sale_id, spare_place FROM cartons
      WHERE id = \(Int64(carton.id.raw))
      """
    )
    return rows.first?.values ?? []
  }
}
