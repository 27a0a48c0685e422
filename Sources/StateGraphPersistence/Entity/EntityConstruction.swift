import CStateGraphThreads

/// Hands a state to the instance that is being constructed for it.
///
/// An entity's macro-written property is `let _$entity = EntityState._$make(…)`, an initial value
/// without parameters: initialisers that the user writes then need not mention it. `init(_ row:)`
/// therefore cannot pass the state of a loaded row to that property, and uses a thread-local
/// variable instead:
///
/// 1. ``construct(over:_:)`` stores the state in the thread's record and calls `init(_ row:)`.
/// 2. The initial value of `_$entity` runs first. ``EntityState/_$make(for:initialValues:)`` calls
///    ``takeState(of:)``, which returns the stored state and clears the variable.
/// 3. `init(_ row:)` sets `typedID`.
///
/// Outside of a construction the variable is nil, and `_$make` creates a detached state.
enum EntityConstruction {
  /// Calls `make`, which constructs an instance over `state`.
  static func construct(over state: EntityState, _ make: () -> AnyObject) -> AnyObject {
    let thread = stategraph_thread_current()
    // The initial value of a user's property may load another entity.
    let outer = thread.pointee.loading
    thread.pointee.loading = Unmanaged.passUnretained(state).toOpaque()
    let made = make()
    thread.pointee.loading = outer
    return made
  }

  /// The state of the construction on this thread, handed out once; nil if there is none.
  static func takeState(of definition: EntityDefinition) -> EntityState? {
    let thread = stategraph_thread_current()
    guard let loading = thread.pointee.loading else { return nil }
    let state = Unmanaged<EntityState>.fromOpaque(loading).takeUnretainedValue()
    // The class may have other stored properties whose initial values create entities of other
    // types before `_$entity` is initialised.
    guard state.definition === definition else { return nil }
    thread.pointee.loading = nil
    return state
  }
}
