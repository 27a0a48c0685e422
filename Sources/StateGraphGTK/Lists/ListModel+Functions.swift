#if GTK
import CStateGraphGTK

// GTK calls these functions on the main thread only. Pointers are passed on as addresses, because
// an address is `Sendable`.
extension ListModel {
  /// Calls a method of the object to which a pointer of C points. The model has an owner only until
  /// ``end()``.
  private nonisolated static func call<Result: Sendable>(
    _ owner: UnsafeMutableRawPointer?,
    body: @MainActor (ListModel) -> Result
  ) -> Result {
    let model = Unmanaged<ListModel>.fromOpaque(owner!).takeUnretainedValue()
    return MainActor.assumeIsolated { body(model) }
  }

  static let functions = stategraph_gtk_list_functions(
    count: { owner in call(owner) { UInt32(clamping: $0.count) } },
    row: { owner, position in
      let row = call(owner) { UInt(bitPattern: $0.makeRowReference(at: Int(position))) }
      return UnsafeMutableRawPointer(bitPattern: row)
    },
    is_selected: { owner, position in call(owner) { $0.isSelected(at: Int(position)) } },
    select: { owner, selected, changed, isEverything in
      let change = SelectionChange(
        selected: UInt(bitPattern: selected),
        changed: UInt(bitPattern: changed),
        isEverything: isEverything
      )
      call(owner) { $0.select(change) }
    },
    activate: { owner, position in call(owner) { $0.activate(at: Int(position)) } },
    bind: { owner, item, row, column in
      let (item, row) = (ListItem(address: UInt(bitPattern: item)), UInt(bitPattern: row))
      call(owner) { model in
        guard let row = UnsafeMutableRawPointer(bitPattern: row) else { return }
        model.bind(item, to: row, column: Int(column))
      }
    },
    teardown: { owner, item in
      let item = ListItem(address: UInt(bitPattern: item))
      call(owner) { $0.tearDown(item) }
    },
    drop: { owner, row, item, isAfter in
      let (item, row) = (ListItem(address: UInt(bitPattern: item)), UInt(bitPattern: row))
      return call(owner) { model in
        guard let row = UnsafeMutableRawPointer(bitPattern: row) else { return false }
        return model.drop(row, on: item, isAfter: isAfter)
      }
    },
    sort: { owner, column, isDescending in
      call(owner) { $0.sort(byColumn: Int(column), isDescending: isDescending) }
    }
  )
}

#endif
