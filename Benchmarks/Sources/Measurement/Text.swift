import Foundation

/// Returns a time with its unit: ns, us, ms or s.
public func timeText(_ nanoseconds: Double) -> String {
  switch nanoseconds {
  case ..<1e4: "\(rounded(nanoseconds)) ns"
  case ..<1e6: "\(rounded(nanoseconds / 1e3)) us"
  case ..<1e9: "\(rounded(nanoseconds / 1e6)) ms"
  default: "\(rounded(nanoseconds / 1e9)) s"
  }
}

public func ratioText(_ ratio: Double) -> String { "\(rounded(ratio)) x" }

/// Returns the number with three digits, or without a fraction from 100 on.
private func rounded(_ number: Double) -> String {
  let places = number < 10 ? 2 : number < 100 ? 1 : 0
  return String(format: "%.\(places)f", number)
}
