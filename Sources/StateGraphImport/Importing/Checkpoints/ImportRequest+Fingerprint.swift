extension ImportRequest {
  /// A text of 16 hexadecimal digits by which a resumed import finds its checkpoints.
  ///
  /// Requests with the same inputs, column mapping and policies have the same fingerprint. Batch
  /// size, limits and reject file do not change the fingerprint.
  var fingerprint: String {
    var hash = StableHash()
    for input in inputs {
      hash.combine(input.path)
      hash.combine(input.table)
      hash.combine(input.format?.rawValue)
      hash.combine(input.root)
      hash.combine(input.separator.map { String($0) })
      hash.combine(input.commentPrefix.map { String($0) })
      hash.combine(input.quote.map { String(describing: $0) })
      hash.combine(input.encoding?.rawValue)
      hash.combine(input.isMapByKey ? "map" : nil)
      hash.combine(input.hasHeader ? "header" : nil)
      hash.combine(input.duplicateKeys.rawValue)
      if input.fillsShortRows { hash.combine("fill") }
      if input.isStrict { hash.combine("strict") }
      if input.readsNamedNumbers { hash.combine("NaN") }
      if input.isGeoJSON { hash.combine("GeoJSON") }
      if let escape = input.escape { hash.combine("escape\(escape)") }
      if input.trimsFields { hash.combine("trim") }
      if input.skippedLines > 0 { hash.combine("skip\(input.skippedLines)") }
      if input.skippedFooterLines > 0 { hash.combine("footer\(input.skippedFooterLines)") }
      for column in input.columns ?? [] { hash.combine(column) }
      hash.combine(nil)
    }
    hash.combine(ignoresUnknown ? "ignore" : nil)
    hash.combine(keepsOrder ? "order" : nil)
    if case .value(let mapping)? = mapping {
      for statement in mapping.statements { hash.combine(statement) }
    }
    for spelling in nullSpellings { hash.combine(spelling) }
    for policy in [dangling.rawValue, onConflict.rawValue, onError.rawValue] {
      hash.combine(policy)
    }
    for (name, rule) in [("empty", fields.emptyField), ("quoted", fields.quotedEmptyField)] {
      if let rule { hash.combine(name + rule.rawValue) }
    }
    for (name, mark) in [("decimal", fields.decimalMark), ("group", fields.groupMark)] {
      if let mark { hash.combine("\(name)\(mark)") }
    }
    if fields.detectsDecimalMark { hash.combine("auto") }
    if numbers != .exact { hash.combine(numbers.rawValue) }
    if readsBase64 { hash.combine("base64") }
    if acceptsAnyType { hash.combine("any type") }
    if onDuplicate != .last { hash.combine(onDuplicate.rawValue) }
    if missingKeys != .content { hash.combine(missingKeys.rawValue) }
    let digits = String(UInt64(bitPattern: hash.value), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
