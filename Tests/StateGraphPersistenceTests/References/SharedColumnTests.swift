import TestSupport
import Testing

@testable import StateGraphPersistence

/// References that have a column together with the key, or with another property.
@Suite struct SharedColumnTests {
  let scene: SaleScene
  let lines: [SaleLine]

  init() throws {
    scene = try SaleScene()
    lines = scene.addSale(1, lines: 2) + scene.addSale(2, lines: 2)
  }

  private func expectMisuse(_ column: String, _ owner: String) {
    let failures = scene.failures.drain()
    #expect(failures.map(\.code) == [.misuse])
    #expect(failures.first?.message.contains("column \(column), which belongs to \(owner)") == true)
  }

  // MARK: With the key

  @Test func `a reference that is part of the key gives the identifier`() throws {
    let delivery = Delivery(line: lines[2], number: 7, note: "n")
    #expect(delivery.typedID.raw == CompositeKey(2, 1, 7))
    scene.deliveries.add(delivery)
    #expect(delivery.line === lines[2])
    #expect(lines[2].deliveries.first === delivery)
    #expect(scene.deliveries.get(by: .init(CompositeKey(2, 1, 7))) === delivery)
    scene.lines.delete(lines[2].typedID)
    #expect(delivery.isDeleted)
  }

  @Test func `a reference with the key's column accepts only rows of the same value`() throws {
    let chores = (1...3).map { Chore(team: "a", number: $0, name: "a\($0)", parent: nil) }
    let foreign = Chore(team: "b", number: 1, name: "b1", parent: nil)
    scene.chores.add(chores + [foreign])
    chores[1].parent = chores[0]
    #expect(chores[0].parts.isIdentical(to: [chores[1]]))
    chores[2].parent = foreign
    expectMisuse("team", "the own key")
    #expect(chores[2].parent == nil)
    foreign.parts.append(chores[2])
    expectMisuse("team", "the own key")
    #expect(foreign.parts.isEmpty)
  }

  @Test func `nil keeps the column of the key`() throws {
    let whole = Chore(team: "a", number: 1, name: "whole", parent: nil)
    let part = Chore(team: "a", number: 2, name: "part", parent: whole)
    scene.chores.add([whole, part])
    #expect(part.parent === whole)
    part.parent = nil
    #expect(part.parent == nil)
    #expect(part.typedID.raw == CompositeKey("a", 2))
    #expect(whole.parts.isEmpty)
    whole.parts = [part]
    #expect(part.parent === whole)
    whole.$parts.remove(part)
    #expect(part.parent == nil)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test func `a new entity keeps the identifier that its reference gave`() throws {
    let vouchers = try EntityStore<Voucher>(scene.database)
    let voucher = Voucher(line: lines[0], number: 7)
    voucher.line = lines[3]
    let error = #expect(throws: DatabaseError.self) { try vouchers.insert(voucher) }
    #expect(error?.code == .misuse)
    #expect(vouchers.isEmpty)
    voucher.line = lines[1]
    try vouchers.insert(voucher)
    #expect(voucher.line === lines[1])
    #expect(vouchers.get(by: .init(CompositeKey(1, 7))) === voucher)
    voucher.line = lines[0]
    #expect(voucher.line === lines[0])
    voucher.line = lines[2]
    expectMisuse("sale_id", "the own key")
  }

  @Test func `an added row may refer to itself`() throws {
    let chore = Chore(team: "a", number: 1, name: "self", parent: nil)
    chore.parent = chore
    scene.chores.add(chore)
    #expect(scene.failures.elements.isEmpty)
    #expect(chore.parts.first === chore)
    chore.parent = nil
  }

  // MARK: With another property

  @Test func `a reference does not move another property along`() throws {
    let refund = Refund(id: 1, sale: lines[0].sale, amount: 1, line: lines[0])
    scene.refunds.add(refund)
    refund.line = lines[3]
    expectMisuse("sale_id", "the property sale")
    #expect(refund.sale === lines[0].sale)
    #expect(refund.line === lines[0])
    refund.line = lines[1]
    #expect(refund.line === lines[1])
    refund.line = nil
    #expect(refund.line == nil)
    #expect(refund.sale === lines[0].sale)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test(arguments: [false, true])
  func `both properties of a shared column change in one write, by one UPDATE`(hasTrigger: Bool)
    throws
  {
    if hasTrigger {
      try scene.database.execute(
        "CREATE TRIGGER t AFTER UPDATE ON refunds BEGIN UPDATE sales SET customer = 'x'; END"
      )
    }
    let refund = Refund(id: 1, sale: lines[0].sale, amount: 1, line: lines[0])
    scene.refunds.add(refund)
    // The line 2.1 does not exist, so the row with the new sale and the old place is refused.
    scene.lines.delete(lines[2].typedID)
    try scene.database.write {
      refund.sale = lines[3].sale
      refund.line = lines[3]
    }
    #expect(refund.sale === lines[3].sale)
    #expect(refund.line === lines[3])
    #expect(lines[0].refunds.isEmpty)
    #expect(lines[3].refunds.first === refund)
  }

  @Test func `a new entity whose properties disagree is refused`() throws {
    let refund = Refund(id: 1, sale: lines[0].sale, amount: 1, line: lines[3])
    let error = #expect(throws: DatabaseError.self) { try scene.refunds.insert(refund) }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("Refund.line") == true)
    #expect(scene.refunds.isEmpty)
    refund.sale = lines[3].sale
    try scene.refunds.insert(refund)
    #expect(refund.line === lines[3])
  }

  @Test func `changing both properties of a shared column moves both relationships`() throws {
    let refund = Refund(id: 1, sale: lines[0].sale, amount: 1, line: nil)
    scene.refunds.add(refund)
    let counts = Computed { [lines] _ in lines.map { $0.sale.refunds.count * 10 + $0.refunds.count }
    }
    #expect(counts.wrappedValue == [10, 10, 0, 0])
    refund.sale = lines[3].sale
    refund.line = lines[3]
    #expect(counts.wrappedValue == [0, 0, 10, 11])
  }
}
