import ArgumentParser

enum DomainChoice: String, ExpressibleByArgument, CaseIterable {
  case social
  case library
  case all

  var includesSocial: Bool { self != .library }
  var includesLibrary: Bool { self != .social }
}

enum FormatChoice: String, ExpressibleByArgument, CaseIterable {
  case csv
  case json
  case jsonl
  case all

  var formats: [Format] {
    switch self {
    case .csv: [.csv]
    case .json: [.nested]
    case .jsonl: [.lines]
    case .all: Format.allCases
    }
  }
}

/// One form of the data. The name on the command line is the extension of its files; the name of its
/// directory describes the shape of the records.
enum Format: String, CaseIterable {
  case csv
  case nested
  case lines
}
