import CStateGraphThreads

/// Passes the state of a loaded row to the entity object that is being created for the row.
///
/// Each entity has the generated property `let _$entity = EntityState._$make(…)`. This initial
/// value has no parameters, so that initialisers that the user writes need not mention the
/// property. Therefore `init(_ row:)` cannot pass a state to the property. A thread-local variable
/// passes the state instead:
///
/// 1. ``construct(over:_:)`` stores the state in the variable and calls `init(_ row:)`.
/// 2. The initial value of `_$entity` runs first. ``EntityState/_$make(for:initialValues:)`` calls
///    ``takeState(of:)``, which returns the stored state and clears the variable.
/// 3. `init(_ row:)` sets `typedID`.
///
/// If no entity is being created from a row, the variable is nil. `_$make` then creates a state
/// that has no row.
enum EntityConstruction {
  /// Calls `make`, which creates an entity object. The new object uses `state` as its state.
  static func construct(over state: EntityState, _ make: () -> AnyObject) -> AnyObject {
    let thread = stategraph_thread_current()
    // The initial value of a user's property may load another entity, so calls can be nested.
    let outer = thread.pointee.loading
    thread.pointee.loading = Unmanaged.passUnretained(state).toOpaque()
    let made = make()
    thread.pointee.loading = outer
    return made
  }

  /// Removes and returns the state that ``construct(over:_:)`` has stored for this thread.
  ///
  /// Returns `nil` if no entity of this definition is being created from a row on this thread.
  static func takeState(of definition: EntityDefinition) -> EntityState? {
    let thread = stategraph_thread_current()
    guard let loading = thread.pointee.loading else { return nil }
    let state = Unmanaged<EntityState>.fromOpaque(loading).takeUnretainedValue()
    // Other stored properties of the class may be initialised before `_$entity`. Their initial
    // values may create entities of other types, which must not take this state.
    guard state.definition === definition else { return nil }
    thread.pointee.loading = nil
    return state
  }
}
