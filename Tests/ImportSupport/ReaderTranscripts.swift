package import StateGraphFormats

/// The results of a reader for one input, so that two runs can be compared as one value.
package struct Transcript: Equatable {
  package struct Failure: Equatable {
    package let code: ImportError.Code
    package let place: InputPlace?
    package let canContinue: Bool
  }

  package var records: [String] = []
  package var failures: [Failure] = []

  package var first: Failure? { failures.first }

  package mutating func fail(_ error: ImportError, canContinue: Bool) {
    failures.append(Failure(code: error.code, place: error.place, canContinue: canContinue))
  }
}

/// The last size takes every test input in one read.
package let chunkSizes = [1, 2, 3, 7, 64 * 1024]

/// The transcripts of one input under all chunk sizes; a correct reader gives equal ones.
package func underAllChunkSizes(_ body: (Int) -> Transcript) -> [Transcript] {
  chunkSizes.map(body)
}

package func csvTranscript(
  _ input: [UInt8],
  _ dialect: CSVDialect = CSVDialect(hasHeader: false),
  encoding: TextEncoding? = nil,
  chunkBytes: Int,
  maximumFieldBytes: Int = 1 << 20
) -> Transcript {
  var transcript = Transcript()
  do {
    let source = try ByteSource(
      bytes: input,
      name: "in.csv",
      encoding: encoding,
      chunkBytes: chunkBytes,
      maximumFieldBytes: maximumFieldBytes
    )
    let reader = CSVReader(source, dialect: dialect)
    while true {
      do {
        guard try reader.next() else { break }
        transcript.records.append(describe(reader))
      } catch {
        transcript.fail(error, canContinue: reader.canContinue)
        transcript.records.append("bad:" + text(reader.recordBytes))
        guard reader.canContinue else { break }
      }
    }
  } catch {
    transcript.fail(error, canContinue: false)
  }
  return transcript
}

private func describe(_ reader: CSVReader) -> String {
  let fields = (0..<reader.fieldCount).map { index in
    let place = reader.place(ofField: index)
    let quoted = reader.wasQuoted(index) ? "q" : ""
    return "\(place.line):\(place.column)\(quoted)<\(text(reader.field(index)))>"
  }
  return fields.joined(separator: "|")
}

/// The fields of every record, without places.
package func csvRows(_ input: [UInt8], _ dialect: CSVDialect, chunkBytes: Int) throws -> [[String]]
{
  let reader = CSVReader(
    try ByteSource(bytes: input, name: "in.csv", chunkBytes: chunkBytes),
    dialect: dialect
  )
  var rows: [[String]] = []
  while try reader.next() {
    rows.append((0..<reader.fieldCount).map { text(reader.field($0)) })
  }
  return rows
}

package func jsonTranscript(
  _ input: [UInt8],
  root: String? = nil,
  chunkBytes: Int,
  maximumFieldBytes: Int = 1 << 20
) -> Transcript {
  var transcript = Transcript()
  do {
    let source = try ByteSource(
      bytes: input,
      name: "in.json",
      chunkBytes: chunkBytes,
      maximumFieldBytes: maximumFieldBytes
    )
    let reader = JSONRecordReader(source, root: root)
    while true {
      do {
        guard let record = try reader.next() else { break }
        transcript.records.append("\(record) from \(text(reader.recordBytes))")
      } catch {
        transcript.fail(error, canContinue: reader.canContinue)
        guard reader.canContinue else { break }
        transcript.records.append("bad:" + text(reader.recordBytes))
      }
    }
  } catch {
    transcript.fail(error, canContinue: false)
  }
  return transcript
}

package func text(_ bytes: UnsafeRawBufferPointer) -> String {
  String(decoding: bytes, as: UTF8.self)
}

/// SplitMix64: the same numbers on every machine for one seed.
package struct SeededGenerator: RandomNumberGenerator {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
