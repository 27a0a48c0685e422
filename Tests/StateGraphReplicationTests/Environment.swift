import Foundation

/// Variables of the environment that make tests longer.
enum Environment {
  static func value(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
