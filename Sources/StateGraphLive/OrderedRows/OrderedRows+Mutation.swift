public import StateGraphRows

extension OrderedRows {
  /// Inserts a row into the sorted rows, and returns its rank (the number of rows before it).
  ///
  /// Returns nil and changes nothing if a row with the same sort key already exists. The sort key
  /// consists of the ORDER BY columns and the primary key.
  @inlinable
  @discardableResult
  package mutating func insert(_ row: Row) -> Int? {
    let position = position(of: row.image)
    guard !position.isPresent else { return nil }
    return insert(row, at: position)
  }

  /// Removes the row that has the same ORDER BY columns and primary key as the image.
  ///
  /// Returns the removed row and its rank, which is the number of rows before it. Returns nil if
  /// there is no such row.
  @inlinable
  @discardableResult
  package mutating func remove(_ image: RowImage) -> (rank: Int, row: Row)? {
    let position = position(of: image)
    guard position.isPresent else { return nil }
    return (rank(at: position), remove(at: position))
  }

  /// Replaces the row that has the same ORDER BY columns and primary key as `row`, and returns its
  /// rank.
  ///
  /// The rank is the number of rows before the row. Returns nil and changes nothing if there is no
  /// such row.
  @inlinable
  @discardableResult
  package mutating func replace(_ row: Row) -> Int? {
    let position = position(of: row.image)
    guard position.isPresent else { return nil }
    replace(row, at: position)
    return rank(at: position)
  }

  /// Keeps the first `kept` rows and removes all other rows. Has no effect if the list has at most
  /// `kept` rows.
  @inlinable
  package mutating func keepFirst(_ kept: Int) {
    guard kept < count else { return }
    let position = position(at: kept)
    let used = position.index == 0 ? position.chunk : position.chunk + 1
    chunks.removeSubrange(used...)
    ends.removeSubrange(used...)
    guard position.index > 0 else { return }
    chunks[position.chunk].removeSubrange(position.index...)
    ends[position.chunk] = kept
    mergeIfSmall(position.chunk - 1)
  }

  /// Inserts a row at a position that a search has returned.
  ///
  /// Returns the number of rows before the inserted row.
  @inlinable
  mutating func insert(_ row: Row, at position: Position) -> Int {
    let (chunk, index) = (position.chunk, position.index)
    let rank = rank(at: position)
    guard !chunks.isEmpty else {
      chunks.append([row])
      ends.append(1)
      return rank
    }
    let size = chunks[chunk].count
    if size < RowChunk.limit {
      chunks[chunk].insert(row, at: index)
      shift(from: chunk, by: 1)
    } else if index == size, chunk == chunks.count - 1 {
      // A row after the full last chunk begins a new chunk, and the full chunk is not split. Rows
      // that are inserted in ascending order therefore fill every chunk.
      chunks.append([row])
      ends.append(rank + 1)
    } else if index == 0, chunk == 0 {
      chunks.insert([row], at: 0)
      ends.insert(0, at: 0)
      shift(from: 0, by: 1)
    } else {
      split(chunk, inserting: row, at: index)
    }
    return rank
  }

  @inlinable
  mutating func split(_ chunk: Int, inserting row: Row, at index: Int) {
    let full = chunks[chunk]
    let half = full.count / 2
    var (left, right) = (Chunk(full[..<half]), Chunk(full[half...]))
    if index <= half { left.insert(row, at: index) } else { right.insert(row, at: index - half) }
    let end = start(ofChunk: chunk) + left.count
    chunks[chunk] = left
    chunks.insert(right, at: chunk + 1)
    shift(from: chunk, by: 1)
    ends.insert(end, at: chunk)
  }

  @inlinable
  mutating func remove(at position: Position) -> Row {
    let chunk = position.chunk
    let row = chunks[chunk].remove(at: position.index)
    shift(from: chunk, by: -1)
    if chunks[chunk].isEmpty {
      chunks.remove(at: chunk)
      ends.remove(at: chunk)
    } else if !mergeIfSmall(chunk) {
      mergeIfSmall(chunk - 1)
    }
    return row
  }

  /// Merges a chunk with the next chunk if both together have at most `RowChunk.mergeLimit` rows.
  ///
  /// Without merging, many deletions would leave many tiny chunks. Returns whether the chunks were
  /// merged.
  @inlinable
  @discardableResult
  mutating func mergeIfSmall(_ chunk: Int) -> Bool {
    guard chunk >= 0, chunk + 1 < chunks.count,
      chunks[chunk].count + chunks[chunk + 1].count <= RowChunk.mergeLimit
    else { return false }
    let next = chunks.remove(at: chunk + 1)
    chunks[chunk].append(contentsOf: next)
    ends.remove(at: chunk)
    return true
  }

  @inlinable
  func row(at position: Position) -> Row { chunks[position.chunk][position.index] }

  @inlinable
  mutating func replace(_ row: Row, at position: Position) {
    chunks[position.chunk][position.index] = row
  }

  @inlinable
  mutating func shift(from chunk: Int, by difference: Int) {
    ends.withUnsafeMutableBufferPointer { ends in
      for index in chunk..<ends.count { ends[index] += difference }
    }
  }
}
