import StateGraphTools

/// The JSON of the schema diagram.
struct DiagramAnswer {
  let schema: StudioSchema

  var json: [UInt8] {
    let places = DiagramPlaces(schema.tables.filter { $0.kind == .table }.map(\.schema))
    return JSONBuilder.answer { writer in
      writer.member("schema", text: schema.id)
      writer.member("width", number: places.width)
      writer.member("height", number: places.height)
      writer.member("rowHeight", number: DiagramPlaces.rowHeight)
      writer.member("headerHeight", number: DiagramPlaces.headerHeight)
      writer.key("boxes")
      writer.array(of: places.boxes) { DiagramAnswer.write($1, to: &$0) }
      writer.key("lines")
      writer.array(of: places.lines) { DiagramAnswer.write($1, to: &$0) }
    }
  }

  private static func write(_ box: DiagramPlaces.Box, to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("table", text: box.table)
      writer.member("x", number: box.x)
      writer.member("y", number: box.y)
      writer.member("width", number: box.width)
      writer.member("height", number: box.height)
      writer.member("layer", integer: box.layer)
      writer.key("hubs")
      writer.array(of: box.hubs) { writer, hub in
        writer.object { writer in
          writer.member("column", integer: hub.column)
          writer.member("tables", texts: hub.tables)
        }
      }
      writer.member("referrerCount", integer: box.referrerCount)
    }
  }

  private static func write(_ line: DiagramPlaces.Line, to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.member("child", integer: line.child)
      writer.member("childColumn", integer: line.childColumn)
      writer.member("parent", integer: line.parent)
      writer.member("parentColumn", integer: line.parentColumn)
      writer.member("isOptional", boolean: line.isOptional)
      writer.member("isUnique", boolean: line.isUnique)
      writer.key("bends")
      writer.array(of: line.bends) { writer, point in
        writer.array { writer in
          writer.number(point.x)
          writer.number(point.y)
        }
      }
    }
  }
}
