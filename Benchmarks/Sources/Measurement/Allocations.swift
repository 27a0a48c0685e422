import CMeasurement

/// Counts of the allocations and of the heap.
public enum Allocations {
  /// The number of allocations that the calling thread has made so far.
  public static var count: Int { Int(measurement_allocation_count()) }

  /// The bytes of the process that are allocated and not freed, with malloc's overhead.
  public static var heapBytes: Int { Int(measurement_heap_bytes()) }
}
