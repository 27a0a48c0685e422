import StateGraphFormats

/// What need not be asked again.
extension ImportRun {
  /// The row of a nested record that is written letter by letter like one that the file says the
  /// same as; it is counted. Nil where the record has to be read.
  func settledMention(_ members: [JSONMember], in table: Int) -> [Cell]? {
    guard plan.tables[table].foreignKeys.isEmpty, mappings[table] == nil else { return nil }
    return writers[table]?.settledRow(of: members)
  }

  /// The nested record that `settledMention` was last asked for has been written.
  func didStoreMention(_ cells: [Cell], in table: Int) {
    guard plan.tables[table].foreignKeys.isEmpty, mappings[table] == nil else { return }
    writers[table]?.settleDocument(cells)
  }

  /// The rows that come next refer to this one, which was just written.
  func didStore(_ cells: [Cell], _ outcome: RowWriter.Outcome, referredToBy role: MemberRole) {
    // Without either, a trigger of the table may have ignored the row.
    guard outcome.change != .unchanged || outcome.rowID != nil else { return }
    switch role {
    case .children(let table, let number): reference(number, of: table)?.tracker.noteFound(cells)
    case .links(let link):
      reference(link.ownerKey, of: link.joinTable)?.tracker.noteFound(cells)
    case .column, .reference: break
    }
  }

  /// A record that a reference of a row leads to was written, or was there: the row comes next.
  func didMention(_ cells: [Cell], by number: Int, of table: Int) {
    guard let reference = reference(number, of: table) else { return }
    // Not what only names a key, for that is no proof.
    let parent = plan.tables[reference.tracker.foreignKey.parent]
    guard parent.foreignKeys.isEmpty, !parent.isKeyOnly(cells) else { return }
    reference.tracker.noteFound(cells)
  }

  private func reference(_ number: Int, of table: Int) -> Reference? {
    guard let references = references[table], number < references.count else { return nil }
    return references[number]
  }
}
