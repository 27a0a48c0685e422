import Foundation
import TestSupport
import Testing

@testable import StateGraphPersistence

/// UUIDs of version 7 and ULIDs.
@Suite struct TimeOrderedKeyTests {
  @Test func `the example of RFC 9562 is made of its parts`() {
    let number = TimeOrderedNumbers.Number(
      milliseconds: 0x017F_22E2_79B0,
      end: 0xCC3 << 62 | 0x18C4_DC0C_0C07_398F
    )
    #expect(number.uuidV7.uuidString == "017F22E2-79B0-7CC3-98C4-DC0C0C07398F")
  }

  @Test func `the least and the greatest ULID agree with the specification`() {
    let least = TimeOrderedNumbers.Number(milliseconds: 0, end: 0)
    #expect(least.ulid == "00000000000000000000000000")
    let greatest = TimeOrderedNumbers.Number(milliseconds: 1 << 48 - 1, end: 1 << 80 - 1)
    #expect(greatest.ulid == "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
    let known = TimeOrderedNumbers.Number(milliseconds: 1_469_922_850_259, end: 0)
    #expect(known.ulid == "01ARZ3NDEK0000000000000000")
  }

  @Test(arguments: [74, 80])
  func `numbers grow within a millisecond, and when the time goes back`(bits: Int) {
    var random = SeededRandom(seed: TestSeed.current)
    var numbers = TimeOrderedNumbers(endBits: bits)
    var last = TimeOrderedNumbers.Number(milliseconds: 0, end: 0)
    for step in 0..<20_000 {
      let time: UInt64 = step % 7 == 0 ? 0 : 1_000 + UInt64(step / 1_000)
      let next = numbers.next(at: time, random: UInt128.random(in: 0...UInt128.max, using: &random))
      let grows = (next.milliseconds, next.end) > (last.milliseconds, last.end)
      #expect(grows, "seed \(TestSeed.current), step \(step)")
      #expect(next.end >> UInt128(bits) == 0)
      last = next
    }
    #expect(last.milliseconds == 1_019)
  }

  @Test func `an end that overflows goes on in the next millisecond`() {
    var numbers = TimeOrderedNumbers(endBits: 33)
    let first = numbers.next(at: 5, random: UInt128.max)
    #expect((first.milliseconds, first.end) == (5, 1 << 32 - 1))
    let second = numbers.next(at: 5, random: UInt128.max)
    #expect((second.milliseconds, second.end) == (5, 1 << 33 - 1))
    let third = numbers.next(at: 5, random: UInt128.max)
    #expect((third.milliseconds, third.end) == (6, 1 << 32 - 1))
  }

  @Test func `a time after the year 10889 is the last one`() {
    var numbers = TimeOrderedNumbers(endBits: 80)
    #expect(numbers.next(at: .max, random: 0).milliseconds == 1 << 48 - 1)
  }

  @Test func `an object has its identifier from the beginning, each a larger one`() throws {
    let scene = try KeyScene()
    let badges = try EntityStore<Badge>(scene.database)
    let made = (0..<1_000).map { Badge(name: "\($0)") }
    let ids = made.map(\.typedID.raw.uuidString)
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == 1_000)
    #expect(made.allSatisfy { $0.typedID.raw.uuid.6 >> 4 == 7 })
    #expect(made.allSatisfy { $0.typedID.raw.uuid.8 >> 6 == 2 })
    badges.add(made)
    #expect(badges.getAll().map(\.name) == made.map(\.name))
    let chosen = UUID()
    #expect(Badge(id: chosen, name: "x").typedID.raw == chosen)
  }

  @Test func `an object with a ULID keeps it after a rollback`() throws {
    let scene = try KeyScene()
    let receipts = try EntityStore<Receipt>(scene.database)
    let drawer = Drawer(label: "a")
    let receipt = Receipt(drawer: drawer)
    let id = receipt.typedID
    #expect(id.raw.utf8.count == 26)
    #expect(throws: TestFailure.self) {
      try scene.database.write {
        scene.drawers.add(drawer)
        receipts.add(receipt)
        throw TestFailure("undo")
      }
    }
    #expect(receipt.typedID == id)
    #expect(drawer.assignedID == nil)
    scene.drawers.add(drawer)
    receipts.add(receipt)
    #expect(receipts.get(by: id) === receipt)
  }

  @Test func `each new identifier is larger than the last one of its thread`() throws {
    let all = Recorder<[String]>()
    let threads = (0..<4).map { _ in
      BackgroundThread {
        all.record((0..<2_000).map { _ in TypedIdentifier<Receipt, String>.ulid().raw })
      }
    }
    for thread in threads { try thread.join() }
    for ids in all.elements { #expect(ids == ids.sorted()) }
    #expect(Set(all.elements.joined()).count == 8_000)
  }
}
