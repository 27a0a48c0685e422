import Measurement
import StateGraph

/// Measures large graphs of simple shape. Such graphs would make recursion overflow the stack, and
/// would show lists of quadratic cost.
enum ShapeBenchmarks {
  static func run() {
    print(Measurement.header("large shapes, whole"))
    let fan = WideFan(width: 10_000)
    print(fan.marking().row())
    print(fan.reading().row())
    print(diamond(width: 1_000).row())
    print(chain(length: 1_000).row())
    print(chain(length: 100_000, rounds: 21).row())
  }

  /// One source, `width` computed nodes on it, and their sum.
  static func diamond(width: Int) -> Measurement {
    let source = Stored(wrappedValue: 0)
    let middle = (0..<width).map { index in Computed { _ in source.wrappedValue + index } }
    let sum = Computed { _ in middle.reduce(0) { $0 + $1.wrappedValue } }
    var number = 0
    return Measurement("1 to \(width) to 1: set and read", operations: 1) {
      number += 1
      source.wrappedValue = number
      precondition(sum.wrappedValue == number * width + width * (width - 1) / 2)
    }
  }

  static func chain(length: Int, rounds: Int = 51) -> Measurement {
    let source = Stored(wrappedValue: 0)
    var last = Computed { _ in source.wrappedValue + 1 }
    for _ in 1..<length {
      let previous = last
      last = Computed { _ in previous.wrappedValue + 1 }
      // Each node is read when it is created. In its first evaluation, a closure calls the previous
      // node, so that the first read of a long chain would be a deep recursion.
      consume(last.wrappedValue)
    }
    let tail = last
    var number = 0
    return Measurement(
      "chain of \(length): set and read the tail",
      operations: 1,
      rounds: rounds
    ) {
      number += 1
      source.wrappedValue = number
      precondition(tail.wrappedValue == number + length)
    }
  }
}

/// One source, and many computed nodes on it.
final class WideFan {
  private let source = Stored(wrappedValue: 0)
  private let nodes: [Computed<Int>]
  private var number = 0

  init(width: Int) {
    nodes = (0..<width).map { [source] index in Computed { _ in source.wrappedValue + index } }
  }

  /// Measures the set without the reads after it.
  func marking() -> Measurement {
    Measurement("1 to \(nodes.count): set", operations: 1, on: read) { _ in set() }
  }

  /// Measures the reads without the set before them.
  func reading() -> Measurement {
    Measurement("1 to \(nodes.count): read all", operations: 1, on: set) { _ in read() }
  }

  private func set() {
    number += 1
    source.wrappedValue = number
  }

  private func read() {
    let sum = nodes.reduce(0) { $0 + $1.wrappedValue }
    precondition(sum == nodes.count * number + nodes.count * (nodes.count - 1) / 2)
  }
}
